import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { ProcedureCodes } from '../clinics/settings/ehr-settings';

/** A message of a health record system, as it came. */
@Entity({ name: 'ehr_messages' })
export class EhrMessageEntity {
  /** 24 hexadecimal characters that grow with the arrival. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** What it is about, such as `Order`; `Meta.DataModel` of the message. */
  @Column({ type: 'varchar', name: 'data_model' })
  dataModel!: string;

  /** What has happened, such as `New`; `Meta.EventType` of the message. */
  @Column({ type: 'varchar', name: 'event_type' })
  eventType!: string;

  @JsonColumn()
  content!: Record<string, unknown>;

  /** The clinic of an order; null until it is worked off for the first time, and for what is no order. */
  @Column({ type: 'varchar', name: 'clinic_id', nullable: true })
  clinicId!: string | null;

  /** The patient whom the message turned out to be about; null as long as that is not known. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The patient whose account the order has opened; null when it has not. */
  @Column({ type: 'varchar', name: 'opened_user_id', nullable: true })
  @AccountColumn()
  openedUserId!: string | null;

  /** What the order asks for; null until it is worked off, and where the clinic does not know its code. */
  @Column({ type: 'varchar', name: 'procedure_name', nullable: true })
  procedureName!: keyof ProcedureCodes | null;

  /** Why the order could not be followed when that was last tried; null when it could be. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
