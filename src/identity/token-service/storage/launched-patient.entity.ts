import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../../platform/database/columns';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';

/** A patient that was open when an EHR launched a client within a session. */
@Entity({ name: 'launched_patients' })
export class LaunchedPatientEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'session_id' })
  sessionId!: string;

  /** The client's id for the launch. */
  @PrimaryColumn({ type: 'varchar', name: 'correlation_id' })
  correlationId!: string;

  @JsonColumn()
  patient!: LaunchedPatient;

  @TimeColumn({ name: 'launched_time' })
  launchedTime!: number;
}
