import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { ProcedureCodes } from '../clinics/settings/ehr-settings';

/** A message from a health record system, as received. */
@Entity({ name: 'ehr_messages' })
export class EhrMessageEntity {
  /** 24 hexadecimal characters that grow with the arrival. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Subject of the message, such as `Order`; its `Meta.DataModel`. */
  @Column({ type: 'varchar', name: 'data_model' })
  dataModel!: string;

  /** Kind of event, such as `New`; its `Meta.EventType`. */
  @Column({ type: 'varchar', name: 'event_type' })
  eventType!: string;

  @JsonColumn()
  content!: Record<string, unknown>;

  /** The clinic of an order; null until it is processed for the first time, and for messages that are not orders. */
  @Column({ type: 'varchar', name: 'clinic_id', nullable: true })
  clinicId!: string | null;

  /** The patient that the message refers to; null while unknown. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The patient whose account was created for the order; null if none was. */
  @Column({ type: 'varchar', name: 'opened_user_id', nullable: true })
  @AccountColumn()
  openedUserId!: string | null;

  /** What the order requests; null until it is processed, and if the clinic does not know its code. */
  @Column({ type: 'varchar', name: 'procedure_name', nullable: true })
  procedureName!: keyof ProcedureCodes | null;

  /** Why the last attempt to process the order failed; null if it succeeded. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
