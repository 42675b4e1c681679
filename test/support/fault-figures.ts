import { appendFileSync } from 'node:fs';

/** Outcome of writes under a fault. */
export interface FaultFigures {
  fault: string;
  /** `SQLite`, `MariaDB`, or another target of the fault. */
  database: string;
  /** How often the fault occurred. */
  tried: number;
  /** Number of acknowledged writes. */
  acknowledged: number;
  /** How many of them were lost. */
  lost: number;
  /** How many were duplicated or partial. */
  doubled: number;
  /** The longest time without an acknowledgment, in milliseconds. */
  longestSilence: number;
}

/** Reports figures for `npm run faults`, which prints them. Other runs ignore them. */
export function reportFigures(figures: FaultFigures): void {
  const file = process.env.FAULT_FIGURES_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
