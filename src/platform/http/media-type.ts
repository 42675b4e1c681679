const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const type = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*/;
/** A parameter: a token, or a quoted string with backslash escapes. */
const parameter =
  /^;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[\t !#-[\]-~]|\\[\t -~])*")\s*/;
const longest = 256;

const written = (value: string): string =>
  token.test(value) ? value : `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;

/**
 * A media type (RFC 9110, section 8.3.1) in normalized form: names in lower case, parameters sorted by name as `;
 * key=value`. Undefined if the text is not a media type of at most 256 characters.
 */
export function normalizeMediaType(text: string): string | undefined {
  const [start = '', essence] = type.exec(text) ?? [];
  if (essence === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (let rest = text.slice(start.length).replace(/;\s*$/, ''); rest !== '';) {
    const [whole, name, value] = parameter.exec(rest) ?? [];
    if (whole === undefined || name === undefined || value === undefined) return undefined;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), unquoted(value));
    rest = rest.slice(whole.length);
  }
  const sorted = [...parameters].sort(([one], [other]) => (one < other ? -1 : 1));
  const normalized = [essence.toLowerCase(), ...sorted.map(([key, value]) => `${key}=${written(value)}`)];
  const result = normalized.join('; ');
  return result.length <= longest ? result : undefined;
}
