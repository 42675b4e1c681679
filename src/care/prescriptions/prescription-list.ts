import { isEmailAddress } from '../../platform/rules/email-address';
import { badInput, type Finding } from '../../platform/errors';
import { isClinicId, isUserId } from '../../platform/ids';
import type { PrescriptionState } from './prescription-state';

/** Filters of prescriptions; all must match. Times are milliseconds since the epoch. */
export interface PrescriptionFilter {
  id?: string;
  patientUserId?: string;
  /** The address in the latest revision, exact match. */
  patientEmail?: string;
  state?: PrescriptionState;
  /** Inclusive. */
  createdAfter?: number;
  /** Exclusive. */
  createdBefore?: number;
  modifiedAfter?: number;
  modifiedBefore?: number;
}

/** States that patients may filter by; they see no prescription before they claim it. */
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

/** Throws when a filter is invalid. */
export function assertQuestion({ userId, filter }: PrescriptionListQuestion): void {
  const { id, patientUserId, patientEmail, state } = filter;
  const findings = [
    ...(id === undefined || isClinicId(id) ? [] : [finding('id', id, 'the id of a prescription')]),
    ...(patientUserId === undefined || isUserId(patientUserId)
      ? []
      : [finding('patientUserId', patientUserId, 'the id of an account')]),
    ...(patientEmail === undefined || isEmailAddress(patientEmail)
      ? []
      : [finding('patientEmail', patientEmail, 'an email address')]),
    ...(state === undefined || userId === undefined || statesOfPatients.includes(state)
      ? []
      : [finding('state', state, `one of ${statesOfPatients.join(', ')}`)]),
  ];
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
}

type Condition = readonly [sql: string, ...parameters: (string | number)[]];

/** A submitted prescription past its expiration time counts only as expired. */
function ofState(state: PrescriptionState, time: number): Condition {
  if (state === 'submitted') return ["state = 'submitted' AND expiration_time > ?", time];
  if (state === 'expired') return ["state = 'submitted' AND expiration_time <= ?", time];
  return ['state = ?', state];
}

/** The WHERE clause of a list, and its parameters. */
export function buildConditions(
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
