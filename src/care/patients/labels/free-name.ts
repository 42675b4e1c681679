/**
 * An unused name: the name itself, or with a number, `Name (2)`; an existing number is incremented.
 *
 * @param isTaken whether a name is used
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const [, stem = name, number = '1'] = /^(.*) \((\d{1,9})\)$/s.exec(name) ?? [];
  for (let next = Number(number) + 1; ; next += 1) {
    const candidate = `${stem} (${next})`;
    if (!isTaken(candidate)) return candidate;
  }
}
