import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** When a person last viewed the report on a patient in Xealth. */
@Entity({ name: 'xealth_views' })
export class XealthViewEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Digest of the viewing person, as identified by the health record system. */
  @PrimaryColumn({ type: 'varchar', name: 'viewer_digest' })
  viewerDigest!: string;

  @TimeColumn({ name: 'viewed_time' })
  viewedTime!: number;
}
