const comma = ','.charCodeAt(0);

/** At least one UTF-8 text; commas separate them. */
export function joinTexts(texts: readonly Uint8Array[]): Buffer {
  const joined = Buffer.allocUnsafeSlow(texts.reduce((size, text) => size + text.length + 1, -1));
  let end = 0;
  for (const text of texts) {
    if (end > 0) joined[end++] = comma;
    joined.set(text, end);
    end += text.length;
  }
  return joined;
}
