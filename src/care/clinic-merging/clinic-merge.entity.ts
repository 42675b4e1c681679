import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';

/** Records a merge of clinics and its outcome. Append-only. */
@Entity({ name: 'clinic_merges' })
export class ClinicMergeEntity {
  /** 24 hexadecimal characters that grow with time. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'source_id' })
  sourceId!: string;

  @Column({ type: 'varchar', name: 'target_id' })
  targetId!: string;

  /** Ids and outcomes. */
  @JsonColumn()
  plan!: object;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
