/** Maximum length of the name of a tag, in Unicode code points. */
export const longestTagName = 20;

/** Maximum length of the name of a site. */
export const longestSiteName = 200;
