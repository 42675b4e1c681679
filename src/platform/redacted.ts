const address = /^.*(@|%40)[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+/u;

const withoutAddress = (word: string): string => word.replace(address, '[address]');

/** What is redacted from texts of others before they are logged, and its replacement. */
const secrets: readonly [RegExp, string | ((found: string) => string)][] = [
  // JSON Web Tokens, and fragments of them.
  [/eyJ[\w-]{8,}(\.[\w-]*)*/g, '[token]'],
  // Email addresses, also in URL-encoded form.
  [/[^\s"<>()[\],;:/\\]+/g, withoutAddress],
  [/\b(Bearer|Basic) +[\w.~+/=:-]+/gi, '$1 […]'],
  // Databases quote refused values and invalid statements.
  [/\b(entry|value:?|near) '[^]*?'(?= (for|at) |$)/g, "$1 '…'"],
  // The JSON parser quotes invalid input.
  [/(\.\.\.)?"[^"]*"(\.\.\.)?(?= is not valid JSON)/g, '"…"'],
  [/Unexpected token '[^]{1,2}'/g, 'Unexpected token'],
];

/**
 * The text of a library or another service, without tokens, addresses and quoted values, for the log. Our own
 * messages never contain them in the first place.
 */
export const redacted = (text: string): string =>
  secrets.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement as string), text);
