/** What is left out of texts of others before they are logged, and what stands in its place. */
const secrets: readonly [RegExp, string][] = [
  // JSON Web Tokens, and what begins like one.
  [/eyJ[\w-]{8,}(\.[\w-]*)*/g, '[token]'],
  // E-mail addresses, also as they stand in addresses of pages.
  [/[\w.+%'-]+(@|%40)[\w-]+(\.[\w-]+)+/gi, '[address]'],
  [/\b(Bearer|Basic) +[\w.~+/=:-]+/gi, '$1 […]'],
  // Databases quote the values that they refuse, and the statement that they cannot read.
  [/\b(entry|value:?|near) '[^]*?'(?= (for|at) |$)/g, "$1 '…'"],
  // The parser of JSON quotes what it cannot read.
  [/(\.\.\.)?"[^"]*"(\.\.\.)?(?= is not valid JSON)/g, '"…"'],
  [/Unexpected token '[^]{1,2}'/g, 'Unexpected token'],
];

/**
 * A text of a library or of another service, without tokens, addresses and quoted values: for the log. Whoever writes a
 * message of our own puts no such thing into it in the first place.
 */
export const redacted = (text: string): string =>
  secrets.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);
