import { now } from '../../platform/clock';
import type { Finding } from '../../platform/errors';
import { digest, fold, searchableTexts, sortKey } from '../../platform/folding';
import { newClinicId } from '../../platform/ids';
import type { Check } from '../../platform/rules/check';
import { birthday, noDay } from '../../platform/rules/days';
import { findingAt, oneOf, optional, refuse } from '../../platform/rules/finding';
import { clinicId } from '../../platform/rules/identifiers';
import { line } from '../../platform/rules/texts';
import { assertAddress } from '../clinics/people/clinician-fields';
import { checkedRanges, areStandard } from './glycemic-ranges';
import { longestProvider } from './patient-body';
import { type PatientDataSource, PatientEntity } from './patient.entity';

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

const dataSourceStates = ['pending', 'pendingReconnect', 'connected', 'disconnected', 'error'] as const;

/** Clients display these values for an unknown birthday, and send them back. */
const birthDate: Check<string> = (value) => (value === noDay ? undefined : birthday(now())(value));

/** Far more devices than anyone uses. */
const mostDevices = 100;

/** Findings about the value of a field. */
type FindingsOf<Value> = (place: string, value: Value) => Finding[];

const one =
  (check: Check<string>): FindingsOf<string> =>
  (place, value) =>
    optional(place, value, check);

const ids: FindingsOf<string[]> = (place, values) => values.flatMap((id) => optional(place, id, clinicId));

const devices: FindingsOf<string[]> = (place, values) =>
  values.length > mostDevices
    ? [findingAt(place, ['length-out-of-range', `It has more than ${mostDevices} devices.`])]
    : values.flatMap((device, index) => optional(`${place}/${index}`, device, line({ mayBeBlank: true })));

const sources: FindingsOf<PatientDataSource[]> = (place, values) =>
  values.flatMap(({ state, providerName, dataSourceId }, index) => [
    ...optional(`${place}/${index}/state`, state, oneOf(...dataSourceStates)),
    ...optional(`${place}/${index}/providerName`, providerName, line({ longest: longestProvider })),
    ...optional(`${place}/${index}/dataSourceId`, dataSourceId, clinicId),
  ]);

/** The address and the ranges of glucose have errors of their own; see `checkedPatient`. */
const nothing = (): Finding[] => [];

/** A field of a patient record: a column, or labels. */
interface Row {
  findings: FindingsOf<never>;
  /** Whether the field can be cleared. */
  isClearable?: true;
}

/** The fields in the order in which findings are reported. */
const rows = {
  fullName: { findings: one(line()) },
  mrn: { findings: one(line()), isClearable: true },
  birthDate: { findings: one(birthDate) },
  diagnosisType: { findings: one(oneOf(...diagnosisTypes)), isClearable: true },
  tagIds: { findings: ids },
  siteIds: { findings: ids },
  targetDevices: { findings: devices, isClearable: true },
  dataSources: { findings: sources },
  email: { findings: nothing, isClearable: true },
  glycemicRanges: { findings: nothing, isClearable: true },
} satisfies Record<string, Row>;

type Rows = typeof rows;

/** A clinic's details of a patient. */
export type PatientFields = {
  [Name in keyof Rows]?: Name extends keyof PatientEntity ? NonNullable<PatientEntity[Name]> : string[];
};

/** Details of a patient that can be cleared. */
export type ClearablePatientField = {
  [Name in keyof Rows]: Rows[Name] extends { isClearable: true } ? Name : never;
}[keyof Rows];

export const clearablePatientFields = Object.entries<Row>(rows).flatMap(([name, { isClearable }]) =>
  isClearable ? [name as ClearablePatientField] : [],
);

/** Validates the details of a patient and returns them in stored form. Throws every finding. */
export function checkedPatient<Fields extends PatientFields>(fields: Fields): Fields {
  const { email, glycemicRanges } = fields;
  refuse(
    Object.entries<Row>(rows).flatMap(([name, { findings }]) => {
      const value = fields[name as keyof Rows];
      return value === undefined ? [] : findings(`/${name}`, value as never);
    }),
  );
  if (email !== undefined) assertAddress(email);
  return {
    ...fields,
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(glycemicRanges && { glycemicRanges: checkedRanges(glycemicRanges) }),
  };
}

type Known = Pick<PatientEntity, 'fullName' | 'birthDate' | 'email' | 'mrn' | 'glycemicRanges'>;

/** Values of the clearable columns when they are empty. */
const nothingKnown = Object.fromEntries(clearablePatientFields.map((field) => [field, null])) as Record<
  ClearablePatientField,
  null
>;

/** Comparison key of record numbers: ignores case and accents; spaces count. */
export const mrnDigest = (mrn: string): string => digest(fold(mrn));

/** Columns derived from others: for sorting, searching and comparing. */
export const derivedColumns = ({ fullName, birthDate, email, mrn, glycemicRanges }: Known) => ({
  nameKey: sortKey(fullName),
  searchText: searchableTexts(fullName, email, mrn, birthDate),
  mrnDigest: mrn === null ? null : mrnDigest(mrn),
  hasStandardRanges: areStandard(glycemicRanges),
});

type New = Pick<PatientEntity, 'clinicId' | 'userId' | 'fullName' | 'birthDate' | 'permissions'> &
  Partial<PatientEntity>;

/** A new patient record; details that are not given are empty. */
export function newPatientRow(given: New, time: number): PatientEntity {
  const row = Object.assign(new PatientEntity(), {
    id: newClinicId(time),
    ...nothingKnown,
    uniqueMrnDigest: null,
    dataSources: null,
    connectionRequests: [],
    reviews: [],
    lastReviewedTime: null,
    lastUploadReminderTime: null,
    invitedBy: null,
    isMigrated: false,
    legacyClinicianIds: [],
    createdTime: time,
    updatedTime: time,
    ...given,
  });
  return Object.assign(row, derivedColumns(row));
}
