/** What is redacted from texts of others before they are logged, and its replacement. */
const secrets: readonly [RegExp, string][] = [
  // JSON Web Tokens, and fragments of them.
  [/eyJ[\w-]{8,}(\.[\w-]*)*/g, '[token]'],
  // Email addresses, also in URL-encoded form.
  [/[^\s"<>()[\]{},;:=/\\]{1,64}(@|%40)[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+/giu, '[address]'],
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
  secrets.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);
