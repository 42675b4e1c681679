import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';

/** A data set that contains, or once contained, a record with a Medtronic pump as its origin. */
@Entity({ name: 'medtronic_origins' })
export class MedtronicOriginEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;
}
