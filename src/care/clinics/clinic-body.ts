/** Maximum length that browsers and servers accept. */
export const longestWebsite = 2_047;
