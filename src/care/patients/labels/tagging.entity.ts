import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';

/** A patient has a tag. */
@Entity({ name: 'patient_taggings' })
export class TaggingEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'tag_id' })
  tagId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The order in which they were given. */
  @Column({ type: 'int' })
  place!: number;
}
