/** What XML 1.0 has no way to write: control characters, U+FFFE, U+FFFF, and halves of surrogate pairs. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text as XML can hold it. One character that it cannot hold would make a whole workbook unreadable. */
export const xmlText = (text: string): string => text.replace(notInXml, '');
