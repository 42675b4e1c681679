import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: JsonSchema, description: string): JsonSchema => ({ type: 'array', items, description });

const roles: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: ['CLINIC_ADMIN', 'CLINIC_MEMBER', 'PRESCRIBER'] },
  minItems: 1,
  uniqueItems: true,
  description: 'What somebody is in the clinic.',
};

const clinicFields = {
  name: text('The name.'),
  address: text('Street address.'),
  city: text('City.'),
  postalCode: text('Postal code.'),
  state: text('State or region.'),
  country: text('Country, as ISO 3166-1 alpha-2.'),
  phoneNumbers: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: {
      type: 'object',
      required: ['number'],
      properties: { type: text('What the number is for.'), number: text('The number.') },
    },
    description: 'Phone numbers.',
  },
  clinicType: {
    type: 'string',
    enum: ['provider_practice', 'healthcare_system', 'veterinary_clinic', 'researcher', 'other'],
    description: 'What kind of place it is.',
  },
  clinicSize: {
    type: 'string',
    enum: ['0-249', '250-499', '500-999', '1000+'],
    description: 'How many patients it has.',
  },
  website: text('Web site.'),
  preferredBgUnits: {
    type: 'string',
    enum: ['mg/dL', 'mmol/L'],
    description: 'The units that the clinic reads glucose in.',
  },
  timezone: text('IANA name of the time zone.'),
};

const notForEverybody = 'Absent for who neither works in the clinic nor is shown it as its patient.';

const label = (what: string): JsonSchema => ({
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: text('24 hexadecimal characters.'),
    name: text('The name.'),
    numPatients: { type: 'integer', description: `How many patients have the ${what}; absent for none.` },
  },
});

/** Schemas of clinics, the people who work there, tags and sites. */
export const clinicSchemas: Record<string, JsonSchema> = {
  ClinicFields: { type: 'object', required: ['name', 'preferredBgUnits'], properties: clinicFields },
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
      ...clinicFields,
      shareCode: text('The code by which patients find the clinic.'),
      canMigrate: { type: 'boolean', description: 'An account of the old kind can become a clinic now.' },
      tier: text('The service tier.'),
      tierDescription: text('The name of the service tier.'),
      suppressedNotifications: {
        type: 'object',
        properties: {
          patientClinicInvitation: { type: 'boolean', description: 'No mails about invitations.' },
        },
      },
      patientTags: list(reference('PatientTag'), `The tags for patients. ${notForEverybody}`),
      sites: list(reference('Site'), `The sites. ${notForEverybody}`),
      createdTime: instant('When the clinic was opened.'),
      updatedTime: instant('When what is said about it was last changed.'),
    },
  },
  Clinician: {
    type: 'object',
    required: ['email', 'roles', 'createdTime', 'updatedTime'],
    properties: {
      id: text('The account; absent while the invitation is open.'),
      inviteId: text('Key of the invitation while it is open.'),
      email: text('E-mail address; empty for service accounts.'),
      name: text('The name.'),
      roles,
      createdTime: instant('When they joined, or were invited.'),
      updatedTime: instant('When this was last changed.'),
    },
  },
  NewClinician: {
    type: 'object',
    required: ['email', 'roles'],
    properties: {
      id: text('The account; either this or an invitation.'),
      inviteId: text('Key of the invitation.'),
      email: text('E-mail address.'),
      name: text('The name.'),
      roles,
    },
  },
  ClinicianFields: {
    type: 'object',
    required: ['email', 'roles'],
    properties: { email: text('Is not changed.'), name: text('The name; none when absent.'), roles },
  },
  PatientTag: label('tag'),
  Site: label('site'),
  LabelName: { type: 'object', required: ['name'], properties: { name: text('The name.') } },
  UserIds: {
    type: 'array',
    nullable: true,
    items: { type: 'string' },
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    description: 'Ids of accounts.',
  },
  InvitedClinician: {
    type: 'object',
    required: ['email', 'roles'],
    properties: { email: text('E-mail address.'), roles },
  },
  AssociatedClinician: {
    type: 'object',
    required: ['userId'],
    properties: { userId: text('The account.') },
  },
  InvitedClinic: {
    type: 'object',
    required: ['shareCode', 'permissions'],
    properties: { shareCode: text('Share code of the clinic.'), permissions: reference('PermissionSet') },
  },
};
