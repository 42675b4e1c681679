import { clinicFields, newClinician } from './clinic-body';
import { longestSiteName, longestTagName } from '../../../src/care/patients/labels/label-body';
import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import type { Sentence } from '../../sentence';

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: JsonSchema, description: Sentence): JsonSchema => ({
  type: 'array',
  items,
  description,
});

const roles: JsonSchema = { ...fromGraph('Clinician.roles'), minItems: 1, uniqueItems: true };

const notForEverybody = 'Absent for who neither works in the clinic nor is shown it as its patient.';

const label = (type: 'PatientTag' | 'Site', what: string): JsonSchema => ({
  type: 'object',
  required: ['id', 'name'],
  properties: {
    ...fieldsFromGraph(type, 'id', 'name'),
    numPatients: { type: 'integer', description: `How many patients have the ${what}; absent for none.` },
    ...(type === 'Site' && {
      patients: { type: 'integer', description: 'The same in the answers about one site.' },
    }),
  },
});

const labelName = (maxLength: number): JsonSchema => ({
  type: 'object',
  required: ['name'],
  properties: { name: { ...text('The name.'), minLength: 1, maxLength } },
});

/** Schemas of clinics, their members, tags and sites. */
export const clinicSchemas: Record<string, JsonSchema> = {
  ClinicFields: clinicFields.schema,
  Clinic: {
    type: 'object',
    required: [
      'id',
      'name',
      'shareCode',
      'canMigrate',
      'createdTime',
      'updatedTime',
      'tier',
      'tierDescription',
      'preferredBgUnits',
    ],
    properties: {
      id: text('24 hexadecimal characters.'),
      ...clinicFields.properties,
      shareCode: text('The code by which patients find the clinic.'),
      canMigrate: { type: 'boolean', description: 'Whether a legacy account can become a clinic now.' },
      ...fieldsFromGraph('Clinic', 'tier', 'tierDescription'),
      suppressedNotifications: {
        type: 'object',
        properties: {
          patientClinicInvitation: { type: 'boolean', description: 'Suppresses mails about invitations.' },
        },
      },
      patientTags: list(reference('PatientTag'), `The tags for patients. ${notForEverybody}`),
      sites: list(reference('Site'), `The sites. ${notForEverybody}`),
      ...fieldsFromGraph('Clinic', 'createdTime', 'updatedTime'),
    },
  },
  Clinician: {
    type: 'object',
    required: ['email', 'roles', 'createdTime', 'updatedTime'],
    properties: {
      id: fromGraph('Clinician.userId'),
      inviteId: fromGraph('Clinician.inviteId'),
      email: fromGraph('AddClinicianInput.email'),
      name: fromGraph('Clinician.name'),
      roles,
      ...fieldsFromGraph('Clinician', 'createdTime', 'updatedTime'),
    },
  },
  NewClinician: newClinician.schema,
  ClinicianFields: {
    type: 'object',
    required: ['email', 'roles'],
    properties: { email: text('Is not changed.'), name: fromGraph('UpdateClinicianInput.name'), roles },
  },
  PatientTag: label('PatientTag', 'tag'),
  Site: label('Site', 'site'),
  TagName: labelName(longestTagName),
  SiteName: labelName(longestSiteName),
  UserIds: {
    type: 'array',
    nullable: true,
    items: { type: 'string' },
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    description: 'Ids of accounts.',
  },
};
