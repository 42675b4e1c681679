import { Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../../platform/database/columns';

/** What somebody has filled in before an order. */
export interface Enrollment {
  email: string;
  /** Providers that the patient is to be asked to connect. */
  connections: string[];
  tagIds: string[];
}

/** A form that was filled in and waits for its order. */
@Entity({ name: 'xealth_preorders' })
export class XealthPreorderEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** What the order will name: a UUID. */
  @PrimaryColumn({ type: 'varchar', name: 'tracking_id' })
  trackingId!: string;

  @JsonColumn()
  enrollment!: Enrollment;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
