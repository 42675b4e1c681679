/** What of a value is looked at; the cost limit bounds the number of small parts. */
const mostParts = 5_000;

/** The characters of all texts and the bytes of all buffers within a value, at any depth, as an estimate of its memory in bytes. */
export function weigh(value: unknown): number {
  let weight = 0;
  const open: unknown[] = [value];
  for (let parts = 0; open.length > 0 && parts < mostParts; parts += 1) {
    const part = open.pop();
    if (typeof part === 'string') weight += part.length;
    else if (Array.isArray(part)) for (const item of part) open.push(item);
    else if (ArrayBuffer.isView(part)) weight += part.byteLength;
    else if (typeof part === 'object' && part !== null)
      for (const key in part) open.push(part[key as keyof typeof part]);
  }
  return weight;
}
