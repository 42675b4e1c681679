import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { JsonColumn, TimeColumn } from '../../database/columns';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';

/** Whom somebody had open when a records system opened a client within a session of theirs. */
@Entity({ name: 'launched_patients' })
export class LaunchedPatientEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'session_id' })
  sessionId!: string;

  /** What the client calls the launch. */
  @PrimaryColumn({ type: 'varchar', name: 'correlation_id' })
  correlationId!: string;

  @JsonColumn()
  patient!: LaunchedPatient;

  @TimeColumn({ name: 'launched_time' })
  launchedTime!: number;
}
