import { now } from '../clock';
import type { Finding } from '../errors';
import type { Check } from '../rules/check';
import { birthday, noDay } from '../rules/days';
import { findingAt, oneOf, optional, refuse } from '../rules/finding';
import { clinicId } from '../rules/identifiers';
import { line } from '../rules/texts';
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

/** Clients send back what they are shown of somebody whose birthday nobody has told. */
const birthDate: Check<string> = (value) => (value === noDay ? undefined : birthday(now())(value));

/** Nobody uses more devices. */
const mostDevices = 100;

function deviceFindings(devices: readonly string[] = []): Finding[] {
  if (devices.length > mostDevices)
    return [findingAt('/targetDevices', ['length-out-of-range', `It has more than ${mostDevices} devices.`])];
  return devices.flatMap((device, index) =>
    optional(`/targetDevices/${index}`, device, line({ mayBeBlank: true })),
  );
}

/** Throws with every finding when what is told of a patient is not valid; returns it in the form that is kept. */
export function checkedPatient<Fields extends PatientFields>(fields: Fields): Fields {
  const { email, glycemicRanges } = fields;
  refuse([
    ...optional('/fullName', fields.fullName, line()),
    ...optional('/mrn', fields.mrn, line()),
    ...optional('/birthDate', fields.birthDate, birthDate),
    ...optional('/diagnosisType', fields.diagnosisType, oneOf(...diagnosisTypes)),
    ...idFindings('tagIds', fields.tagIds),
    ...idFindings('siteIds', fields.siteIds),
    ...deviceFindings(fields.targetDevices),
    ...(fields.dataSources ?? []).flatMap(sourceFindings),
  ]);
  if (email !== undefined) assertAddress(email);
  return {
    ...fields,
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(glycemicRanges && { glycemicRanges: checkedRanges(glycemicRanges) }),
  };
}

const idFindings = (field: string, ids: readonly string[] = []): Finding[] =>
  ids.flatMap((id) => optional(`/${field}`, id, clinicId));

function sourceFindings({ state, providerName, dataSourceId }: PatientDataSource, index: number): Finding[] {
  const place = `/dataSources/${index}`;
  return [
    ...optional(`${place}/state`, state, oneOf(...dataSourceStates)),
    ...optional(`${place}/providerName`, providerName, line({ longest: longestProvider })),
    ...optional(`${place}/dataSourceId`, dataSourceId, clinicId),
  ];
}
