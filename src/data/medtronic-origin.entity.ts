import { Entity, PrimaryColumn } from 'typeorm';

/** A data set that holds, or once held, a record whose origin is a Medtronic pump. */
@Entity({ name: 'medtronic_origins' })
export class MedtronicOriginEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;
}
