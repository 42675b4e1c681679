import { badInput, type Finding } from '../errors';
import { isClinicId, isUserId } from '../ids';
import { assertAddress } from './clinician-fields';
import { checkedRanges } from './glycemic-ranges';
import type { GlycemicRanges, PatientDataSource } from './patient.entity';

export const diagnosisTypes = [
  'type1',
  'type2',
  'type3c',
  'gestational',
  'prediabetes',
  'lada',
  'mody',
  'other',
  'notApplicable',
] as const;

export const dataSourceStates = [
  'pending',
  'pendingReconnect',
  'connected',
  'disconnected',
  'error',
] as const;

/** What a clinic knows of a patient. */
export interface PatientFields {
  fullName?: string;
  /** `YYYY-MM-DD` */
  birthDate?: string;
  email?: string;
  mrn?: string;
  tagIds?: string[];
  siteIds?: string[];
  targetDevices?: string[];
  diagnosisType?: string;
  glycemicRanges?: GlycemicRanges;
  dataSources?: PatientDataSource[];
}

/** What can be taken back of a patient. */
export const clearablePatientFields = [
  'email',
  'mrn',
  'targetDevices',
  'diagnosisType',
  'glycemicRanges',
] as const;

export type ClearablePatientField = (typeof clearablePatientFields)[number];

const longestProvider = 100;

const finding = (field: string, detail: string): Finding => ({
  code: 'value-not-valid',
  title: 'value is not valid',
  detail,
  source: { pointer: `/input/${field}` },
});

/** True for a day that is in the calendar, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Throws when a field does not name an account; whether there is one is another question. */
export function assertAccountId(field: string, id: string | undefined): void {
  if (id === undefined || isUserId(id)) return;
  const detail = `"${id}" is not the id of an account.`;
  throw badInput(detail, [finding(field, detail)]);
}

/** Throws with every finding when what is told of a patient is not valid; returns it in the form that is kept. */
export function checkedPatient<Fields extends PatientFields>(fields: Fields): Fields {
  const { fullName, birthDate, email, mrn, diagnosisType, glycemicRanges } = fields;
  const findings = [
    ...(fullName === '' ? [finding('fullName', '"fullName" must not be empty.')] : []),
    ...(mrn === '' ? [finding('mrn', '"mrn" must not be empty.')] : []),
    ...(birthDate === undefined || isDate(birthDate)
      ? []
      : [finding('birthDate', `"${birthDate}" is not a day such as 1990-05-06.`)]),
    ...(diagnosisType === undefined || (diagnosisTypes as readonly string[]).includes(diagnosisType)
      ? []
      : [finding('diagnosisType', `"diagnosisType" is one of ${diagnosisTypes.join(', ')}.`)]),
    ...idFindings('tagIds', fields.tagIds),
    ...idFindings('siteIds', fields.siteIds),
    ...(fields.dataSources ?? []).flatMap(sourceFindings),
  ];
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
  if (email !== undefined) assertAddress(email);
  return {
    ...fields,
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(glycemicRanges && { glycemicRanges: checkedRanges(glycemicRanges) }),
  };
}

const idFindings = (field: string, ids: readonly string[] = []): Finding[] =>
  ids
    .filter((id) => !isClinicId(id))
    .map((id) => finding(field, `"${id}" has not 24 hexadecimal characters.`));

function sourceFindings({ state, providerName, dataSourceId }: PatientDataSource, index: number): Finding[] {
  const place = `dataSources/${index}`;
  const length = [...providerName].length;
  return [
    ...((dataSourceStates as readonly string[]).includes(state)
      ? []
      : [finding(`${place}/state`, `"state" is one of ${dataSourceStates.join(', ')}.`)]),
    ...(length >= 1 && length <= longestProvider
      ? []
      : [finding(`${place}/providerName`, `"providerName" has 1 to ${longestProvider} characters.`)]),
    ...(dataSourceId === undefined || isClinicId(dataSourceId)
      ? []
      : [finding(`${place}/dataSourceId`, '"dataSourceId" has 24 hexadecimal characters.')]),
  ];
}
