import { DiagnosisTypeName } from '../../../resolvers/care/patients/patients.types';
import { longestProvider } from '../../../src/care/patients/patient-body';
import { badInput } from '../../../src/platform/errors';
import { longestAddress } from '../../../src/platform/rules/email-address';
import {
  as,
  BodyTable,
  clearedByAbsence,
  clearedByEmptiness,
  described,
  field,
  nullable,
  required,
  type BodyField,
} from '../../body-table';
import { clinicBody, clinicErrorsWith } from '../clinics/clinic-body';
import { fieldsFromGraph } from '../../from-graph';
import type { DiagnosisType, Permission } from '../../generated/operations';
import type { BodyReader } from '../../json-body';
import { ref } from '../../schemas';
import { describedAs } from '../../sentence';
import { glycemicRanges } from './glycemic-ranges';

const states = ['pending', 'pendingReconnect', 'connected', 'disconnected', 'error'];

/** A data source in a body. */
export const dataSource = new BodyTable('PatientDataSourceInput', {
  state: described({ enum: states, description: 'How it is with the source.' }, required(field.text)),
  providerName: described(
    { description: describedAs('PatientDataSource.providerName') },
    required(field.textUpTo(longestProvider)),
  ),
  dataSourceId: described(
    { description: 'The data source of the account; 24 hexadecimal characters.' },
    field.text,
  ),
  modifiedTime: field.instant,
  expirationTime: field.instant,
  latestDataTime: field.instant,
});

const site = new BodyTable('PatientSite', { id: required(field.text) });

const siteSchema = { ...site.schema, properties: fieldsFromGraph('PatientSite', 'id', 'name') };

/** The ids of the sites in a body; their other properties are ignored. */
const siteIds: BodyField<string[] | undefined> = {
  read: (body, name) =>
    field
      .objects(site)
      .read(body, name)
      ?.map(({ id }) => id),
};

/** What a clinic can say of every patient. */
const ofClinic = {
  fullName: field.line,
  birthDate: described({ format: 'date', description: 'Birthday.' }, field.text),
  mrn: clearedByAbsence('MRN', field.line),
  tags: as(
    'tagIds',
    described(
      { uniqueItems: true, description: describedAs('AcceptPatientInvitationInput.tagIds') },
      nullable(field.texts),
    ),
  ),
  sites: as('siteIds', described({ items: siteSchema, description: 'Sites of the clinic.' }, siteIds)),
  diagnosisType: clearedByEmptiness(
    'DIAGNOSIS_TYPE',
    described(
      {
        enum: [...Object.values(DiagnosisTypeName), ''],
        description: 'The kind of diabetes; empty for none.',
      },
      field.oneOf<DiagnosisType>(DiagnosisTypeName),
    ),
  ),
  glycemicRanges,
};

/** The details of a patient in a body. */
export const patientFields = new BodyTable('UpdatePatientInput', {
  ...ofClinic,
  email: clearedByAbsence('EMAIL', described({ maxLength: longestAddress }, field.filledText)),
  targetDevices: clearedByAbsence('TARGET_DEVICES', field.lines),
  dataSources: described(
    { items: ref('PatientDataSource'), description: 'Where data come from.' },
    nullable(field.objects(dataSource)),
  ),
});

/**
 * What a clinic says of a person with an account who becomes a patient. Address, devices and data sources are those of account
 * and profile: a body is not asked for them.
 */
export const joiningFields = new BodyTable('AcceptPatientInvitationInput', ofClinic);

/** Errors whose findings point into the body of a patient. */
export const patientErrors = clinicErrorsWith(patientFields.names);

/** The required fields of a new patient. */
export function readWholePatient(body: BodyReader) {
  return {
    ...patientFields.read(body),
    fullName: body.required('fullName', 'string'),
    birthDate: body.required('birthDate', 'string'),
  };
}

const permissionNames = { custodian: 'CUSTODIAN', view: 'VIEW', upload: 'UPLOAD', note: 'NOTE' } as const;

/** The known permissions in a body; others are ignored. */
export function readClinicPermissions(body: unknown): Permission[] {
  const fields = clinicBody(body);
  return Object.entries(permissionNames).flatMap(([name, permission]) =>
    fields.optional(name, 'object') ? [permission] : [],
  );
}

/** The permission with this name. Throws when it is unknown. */
export function toClinicPermission(name: string): Permission {
  if (Object.hasOwn(permissionNames, name)) return permissionNames[name as keyof typeof permissionNames];
  const detail = `There is no permission "${name}".`;
  throw badInput(detail, [
    { code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer: '' } },
  ]);
}
