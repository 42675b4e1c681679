/**
 * A name that nobody has: the name itself, or the same with a number behind it, `Name (2)`; one that has such a number
 * already gets the next one.
 *
 * @param isTaken whether somebody has a name
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const [, stem = name, number = '1'] = /^(.*) \((\d{1,9})\)$/s.exec(name) ?? [];
  for (let next = Number(number) + 1; ; next += 1) {
    const candidate = `${stem} (${next})`;
    if (!isTaken(candidate)) return candidate;
  }
}
