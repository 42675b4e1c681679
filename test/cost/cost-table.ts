import type { Usage } from './meter';

/** A field or an operation, what it declares to cost, and what it took. */
export interface Line {
  name: string;
  declared: number;
  usage: Usage;
  isTooMuch: boolean;
}

const titles = ['', 'declared', 'measured', 'ratio', 'statements', 'rows', 'bytes', ''];

/** Formats the lines with the longest times, and all that took too long. */
export function costTable(title: string, lines: readonly Line[], most: number): string {
  const sorted = lines.toSorted((one, other) => other.usage.microseconds - one.usage.microseconds);
  const shown = sorted.filter(({ isTooMuch }, index) => index < most || isTooMuch);
  const rows = [titles, ...shown.map(cellsOf)];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const text = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [`== ${title}`, ...text, ''].join('\n');
}

function cellsOf({ name, declared, usage, isTooMuch }: Line): string[] {
  const { microseconds, statements, rows, bytes } = usage;
  const ratio = microseconds / Math.max(1, declared);
  return [
    name,
    ...[declared, microseconds].map(String),
    ratio.toFixed(1),
    ...[statements, rows, bytes].map(String),
    isTooMuch ? 'too much' : '',
  ];
}
