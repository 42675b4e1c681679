import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { now } from '../../clock';
import { gathered } from '../../speed/gathered';

/** A mark in the database: a replica that shows it shows everything committed before it was requested. */
export interface Beat {
  id: string;
  number: number;
}

/** Milliseconds. A process without requests for so long has ended, and its rows are no longer needed. */
const lifetime = 24 * 3_600_000;

/**
 * Writes the marks of this process, each over the last. Every process has its own row: sharing one would cause
 * conflicts, and a database that is not a replica of this one would never show it.
 */
export class Beats {
  private readonly id = randomUUID();
  private last = 0;
  /** Creates a new mark. Concurrent callers share it. */
  readonly next: () => Promise<Beat>;

  constructor(private readonly primary: DataSource) {
    const write = gathered(async (asked: readonly null[]) => {
      const beat = await this.write();
      return asked.map(() => beat);
    });
    this.next = async () => {
      const [beat] = await write([null]);
      if (!beat) throw new Error('A beat was not answered.');
      return beat;
    };
  }

  private async write(): Promise<Beat> {
    const { id } = this;
    const number = (this.last += 1);
    const time = now();
    await this.primary.query(
      `INSERT INTO replica_beats (id, beat, written_time) VALUES (?, ?, ?)
        ON DUPLICATE KEY UPDATE beat = GREATEST(beat, ?), written_time = ?`,
      [id, number, time, number, time],
    );
    if (number === 1)
      await this.primary.query('DELETE FROM replica_beats WHERE written_time < ?', [time - lifetime]);
    return { id, number };
  }
}
