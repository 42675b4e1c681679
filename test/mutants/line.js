const escapes = { '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** A message as one line of JSON. Node's `readline` also ends lines at the separators of Unicode, which JSON leaves as they are. */
const toLine = (message) =>
  `${JSON.stringify(message).replaceAll(/[\u2028\u2029]/g, (separator) => escapes[separator])}\n`;

module.exports = { toLine };
