import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../database/columns';

/** That a clinic was made a part of another one, and what became of everything. Rows are only ever added. */
@Entity({ name: 'clinic_merges' })
export class ClinicMergeEntity {
  /** 24 hexadecimal characters that grow with time. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'source_id' })
  sourceId!: string;

  @Column({ type: 'varchar', name: 'target_id' })
  targetId!: string;

  /** Ids and what became of them. */
  @JsonColumn()
  plan!: object;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
