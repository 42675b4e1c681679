/** A value in a cell or after a name. */
type Cell = string | number | boolean | null | undefined;

const shown = (value: Cell): string => {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return value === null || value === undefined || value === '' ? '-' : String(value);
};

/** Rows under headings, in columns; a sentence if there are none. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  nothing: string,
): string {
  if (rows.length === 0) return nothing;
  const cells = [headings, ...rows.map((row) => row.map(shown))];
  const widths = headings.map((_heading, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values, one a line. */
export function facts(values: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(values).map(({ length }) => length));
  return Object.entries(values)
    .map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${shown(value)}`)
    .join('\n');
}

/** An instant, to the second. Null for none. */
export const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A duration in its largest unit, such as `3 h`. */
export function duration(milliseconds: number): string {
  const [unit, length] = units.find(([, each]) => milliseconds >= each) ?? ['s', 1_000];
  return `${Math.max(0, Math.floor(milliseconds / length))} ${unit}`;
}
