import { GlucoseUnits } from '../resolvers/data/glucose-units';
import { DiagnosisTypeName, GlycemicPresetName } from '../resolvers/patients.types';
import { badInput } from '../src/errors';
import { clinicBody, clinicErrorsWith, enumName } from './clinic-body';
import type {
  DiagnosisType,
  GlucoseUnits as Units,
  GlycemicPreset,
  GlycemicRangesInput,
  PatientDataSourceInput,
  PatientField,
  Permission,
} from './generated/operations';
import { isJsonBody, type BodyReader, type JsonBody } from './json-body';

/** Findings point into a body about a patient. */
export const patientErrors = clinicErrorsWith({ tagIds: 'tags', siteIds: 'sites' });

/** Keys that may be null, which then counts as absent. */
const nullable = ['tags', 'dataSources', 'reviews'];

/** The fields of a body about a patient. Throws when it is no object. */
export function patientBody(body: unknown): BodyReader {
  if (!isJsonBody(body)) return clinicBody(body);
  const given = Object.entries(body).filter(([name, value]) => value !== null || !nullable.includes(name));
  return clinicBody(Object.fromEntries(given));
}

const wrong = (pointer: string, detail: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

function rangesOf(value: JsonBody): GlycemicRangesInput {
  const path = '/glycemicRanges';
  const ranges = clinicBody(value, path);
  const type = ranges.optional('type', 'string') ?? 'preset';
  if (type === 'preset') {
    const preset = ranges.optional('preset', 'string') ?? 'adaStandard';
    return { preset: enumName<GlycemicPreset>(GlycemicPresetName, `${path}/preset`, preset) };
  }
  if (type !== 'custom') throw wrong(`${path}/type`, '"type" is preset or custom.');
  const custom = clinicBody(ranges.required('custom', 'object'), `${path}/custom`);
  const thresholds = custom.required('thresholds', 'objects').map((each, index) => {
    const place = `${path}/custom/thresholds/${index}`;
    const threshold = clinicBody(each, place);
    const bound = clinicBody(threshold.required('upperBound', 'object'), `${place}/upperBound`);
    return {
      name: threshold.required('name', 'string'),
      upperBound: bound.required('value', 'number'),
      units: enumName<Units>(GlucoseUnits, `${place}/upperBound/units`, bound.required('units', 'string')),
      inclusive: threshold.optional('inclusive', 'boolean') ?? false,
    };
  });
  return { custom: { name: custom.required('name', 'string'), thresholds } };
}

function sourceOf(value: JsonBody, index: number): PatientDataSourceInput {
  const source = clinicBody(value, `/dataSources/${index}`);
  return {
    state: source.required('state', 'string'),
    providerName: source.required('providerName', 'string'),
    dataSourceId: source.optional('dataSourceId', 'string'),
    modifiedTime: source.optional('modifiedTime', 'string'),
    expirationTime: source.optional('expirationTime', 'string'),
    latestDataTime: source.optional('latestDataTime', 'string'),
  };
}

/** The sources of data of a body. */
export const sourcesOf = (values: readonly JsonBody[] | undefined): PatientDataSourceInput[] | undefined =>
  values?.map(sourceOf);

function diagnosisOf(fields: BodyReader): DiagnosisType | undefined {
  const diagnosisType = fields.optional('diagnosisType', 'string');
  if (!diagnosisType) return undefined;
  return enumName<DiagnosisType>(DiagnosisTypeName, '/diagnosisType', diagnosisType);
}

/** What a body tells of a patient. */
export function patientFieldsOf(fields: BodyReader) {
  const ranges = fields.optional('glycemicRanges', 'object');
  const sites = fields.optional('sites', 'objects');
  return {
    fullName: fields.optional('fullName', 'string'),
    birthDate: fields.optional('birthDate', 'string'),
    email: fields.optional('email', 'string') || undefined,
    mrn: fields.optional('mrn', 'string'),
    targetDevices: fields.optional('targetDevices', 'strings'),
    tagIds: fields.optional('tags', 'strings'),
    siteIds: sites?.map((site, index) => clinicBody(site, `/sites/${index}`).required('id', 'string')),
    diagnosisType: diagnosisOf(fields),
    glycemicRanges: ranges && rangesOf(ranges),
    dataSources: sourcesOf(fields.optional('dataSources', 'objects')),
  };
}

/** The fields of a body without which there is no patient. */
export function wholePatientOf(body: unknown) {
  const fields = patientBody(body);
  return {
    ...patientFieldsOf(fields),
    fullName: fields.required('fullName', 'string'),
    birthDate: fields.required('birthDate', 'string'),
  };
}

/** What a body that replaces a patient takes back. */
export function clearedIn(body: unknown): PatientField[] {
  const fields = patientBody(body);
  const told = patientFieldsOf(fields);
  return [
    ...(told.email === undefined ? (['EMAIL'] as const) : []),
    ...(told.mrn === undefined ? (['MRN'] as const) : []),
    ...(told.targetDevices === undefined ? (['TARGET_DEVICES'] as const) : []),
    ...(fields.optional('diagnosisType', 'string') === '' ? (['DIAGNOSIS_TYPE'] as const) : []),
  ];
}

const permissionNames = { custodian: 'CUSTODIAN', view: 'VIEW', upload: 'UPLOAD', note: 'NOTE' } as const;

/** The permissions that a body names; others are ignored. */
export function clinicPermissionsOf(body: unknown): Permission[] {
  const fields = clinicBody(body);
  return Object.entries(permissionNames).flatMap(([name, permission]) =>
    fields.optional(name, 'object') ? [permission] : [],
  );
}

/** The permission of this name. Throws when there is none. */
export function clinicPermissionOf(name: string): Permission {
  if (Object.hasOwn(permissionNames, name)) return permissionNames[name as keyof typeof permissionNames];
  throw wrong('', `There is no permission "${name}".`);
}
