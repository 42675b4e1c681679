/**
 * Throws when a line of a log is not a JSON object, as programs that collect logs expect: Node.js warns in text of its own.
 *
 * @param log of a server process, with what it wrote to standard error
 */
export function assertJsonLines(log: string): void {
  const others = log.split('\n').filter((line) => line !== '' && !isJsonObject(line));
  if (others.length > 0)
    throw new Error(`The log has other lines than JSON:\n${others.slice(0, 5).join('\n')}`);
}

function isJsonObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
