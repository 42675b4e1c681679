import { isEmailAddress } from '../../platform/rules/email-address';
import { badInput, type Finding } from '../../platform/errors';
import { isClinicId, isUserId } from '../../platform/ids';
import type { PrescriptionState } from './prescription-state';

/** Which prescriptions are wanted; all that is given must hold. Times are milliseconds since the epoch. */
export interface PrescriptionFilter {
  id?: string;
  patientUserId?: string;
  /** The address that the latest revision names, letter for letter. */
  patientEmail?: string;
  state?: PrescriptionState;
  /** At this instant or later. */
  createdAfter?: number;
  /** Before this instant. */
  createdBefore?: number;
  modifiedAfter?: number;
  modifiedBefore?: number;
}

/** States that patients may ask for: they see nothing before it is theirs. */
const statesOfPatients: readonly PrescriptionState[] = ['submitted', 'claimed', 'active', 'inactive'];

/** A list of prescriptions: those of a clinic, or those that an account has claimed. */
export type PrescriptionListQuestion = (
  { clinicId: string; userId?: undefined } | { userId: string; clinicId?: undefined }
) & { filter: PrescriptionFilter };

const finding = (parameter: string, value: string, what: string): Finding => ({
  code: 'value-not-valid',
  title: 'value is not valid',
  detail: `"${value}" is not ${what}.`,
  source: { parameter },
});

/** Throws when something is asked for that cannot be. */
export function assertQuestion({ userId, filter }: PrescriptionListQuestion): void {
  const { id, patientUserId, patientEmail, state } = filter;
  const findings = [
    ...(id === undefined || isClinicId(id) ? [] : [finding('id', id, 'the id of a prescription')]),
    ...(patientUserId === undefined || isUserId(patientUserId)
      ? []
      : [finding('patientUserId', patientUserId, 'the id of an account')]),
    ...(patientEmail === undefined || isEmailAddress(patientEmail)
      ? []
      : [finding('patientEmail', patientEmail, 'an e-mail address')]),
    ...(state === undefined || userId === undefined || statesOfPatients.includes(state)
      ? []
      : [finding('state', state, `one of ${statesOfPatients.join(', ')}`)]),
  ];
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
}

type Condition = readonly [sql: string, ...parameters: (string | number)[]];

/** What time has ended counts as expired, and as nothing else. */
function ofState(state: PrescriptionState, time: number): Condition {
  if (state === 'submitted') return ["state = 'submitted' AND expiration_time > ?", time];
  if (state === 'expired') return ["state = 'submitted' AND expiration_time <= ?", time];
  return ['state = ?', state];
}

/** The WHERE clause of a list, and its parameters. */
export function conditionsOf(
  { clinicId, userId, filter }: PrescriptionListQuestion,
  time: number,
): { sql: string; parameters: (string | number)[] } {
  const { id, patientUserId, patientEmail, state, createdAfter, createdBefore } = filter;
  const { modifiedAfter, modifiedBefore } = filter;
  const conditions: Condition[] = [
    clinicId === undefined ? ['patient_user_id = ?', userId] : ['clinic_id = ?', clinicId],
    ['deleted_time IS NULL'],
    ...(state === undefined ? [] : [ofState(state, time)]),
  ];
  const compared: readonly [string, string | number | undefined][] = [
    ['id = ?', id],
    ['patient_user_id = ?', patientUserId],
    ['patient_email = ?', patientEmail],
    ['created_time >= ?', createdAfter],
    ['created_time < ?', createdBefore],
    ['modified_time >= ?', modifiedAfter],
    ['modified_time < ?', modifiedBefore],
  ];
  for (const [sql, value] of compared) if (value !== undefined) conditions.push([sql, value]);
  return {
    sql: conditions.map(([sql]) => `(${sql})`).join(' AND '),
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  };
}
