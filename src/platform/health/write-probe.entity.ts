import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** Written to test whether writes work. No row outlives the transaction that created it. */
@Entity({ name: 'write_probes' })
export class WriteProbeEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @TimeColumn({ name: 'written_time' })
  writtenTime!: number;
}
