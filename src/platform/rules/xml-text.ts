/** Characters that XML 1.0 cannot represent: control characters, U+FFFE, U+FFFF, and unpaired surrogates. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text without characters that XML cannot represent. One such character would make a whole workbook unreadable. */
export const xmlText = (text: string): string => text.replace(notInXml, '');
