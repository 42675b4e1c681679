import { appendFileSync } from 'node:fs';

/** What became of writes under a fault. */
export interface FaultFigures {
  fault: string;
  /** `SQLite`, `MariaDB`, or what else it happened to. */
  database: string;
  /** How often the fault came. */
  tried: number;
  /** How many writes were acknowledged. */
  acknowledged: number;
  /** How many of them were not there in the end. */
  lost: number;
  /** How many were there twice, or in part. */
  doubled: number;
  /** The longest time without an acknowledgement, in milliseconds. */
  longestSilence: number;
}

/** Hands figures to `npm run faults`, which prints them. In any other run nobody asks for them. */
export function reportFigures(figures: FaultFigures): void {
  const file = process.env.FAULT_FIGURES_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
