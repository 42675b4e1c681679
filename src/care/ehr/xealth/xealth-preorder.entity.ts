import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../../platform/database/columns';

/** The content of a completed form before an order. */
export interface Enrollment {
  email: string;
  /** Providers that the patient will be asked to connect. */
  connections: string[];
  tagIds: string[];
}

/** A completed form that waits for its order. */
@Entity({ name: 'xealth_preorders' })
export class XealthPreorderEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** A UUID by which the order will refer to the form. */
  @PrimaryColumn({ type: 'varchar', name: 'tracking_id' })
  trackingId!: string;

  @JsonColumn()
  enrollment!: Enrollment;

  /** Digest of the record number and the birthday that the form is for; null for forms of earlier releases. */
  @Column({ type: 'varchar', name: 'person_digest', nullable: true })
  personDigest!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
