import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** What is written to see whether writing works. No row outlives the transaction that has made it. */
@Entity({ name: 'write_probes' })
export class WriteProbeEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @TimeColumn({ name: 'written_time' })
  writtenTime!: number;
}
