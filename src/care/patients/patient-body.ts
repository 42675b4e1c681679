/** Maximum length of the name of a provider. */
export const longestProvider = 100;
