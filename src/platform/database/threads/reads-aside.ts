import type { DataSource } from 'typeorm';
import { PlainReads } from '../../speed/plain-reads';

/** Reads that may be long: those of a SQLite file happen in a thread. */
export class ReadsAside extends PlainReads {
  constructor(
    source: DataSource,
    private readonly threads: { rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> },
  ) {
    super(source);
  }

  override rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.threads.rows(sql, parameters);
  }
}
