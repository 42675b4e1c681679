/** A line of the table: benchmark, limit, result, and the figures behind it. */
export interface Result {
  what: string;
  goal: string;
  measured: string;
  figures: string;
}

const columns = ['what', 'goal', 'measured', 'figures'] as const;

const titles: Result = { what: 'benchmark', goal: 'goal', measured: 'measured', figures: 'figures' };

/** Formats results in columns. */
export function resultTable(results: readonly Result[]): string {
  const lines = [titles, ...results];
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      columns
        .map((column, index) => line[column].padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
