import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';

/** A data set that holds, or once held, a record whose origin is a Medtronic pump. */
@Entity({ name: 'medtronic_origins' })
export class MedtronicOriginEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;
}
