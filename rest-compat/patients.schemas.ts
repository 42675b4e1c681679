import { DiagnosisTypeName } from '../resolvers/patients.types';
import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const threshold: JsonSchema = {
  type: 'object',
  required: ['name', 'upperBound'],
  properties: {
    name: text('Name of the range.'),
    upperBound: {
      type: 'object',
      required: ['value', 'units'],
      properties: {
        value: { type: 'number', description: 'Where the range ends.' },
        units: { type: 'string', enum: ['mg/dL', 'mmol/L'], description: 'The units of the value.' },
      },
    },
    inclusive: { type: 'boolean', default: false, description: 'The bound belongs to the range.' },
  },
};

const fields = {
  fullName: text('Full name.'),
  birthDate: { type: 'string', format: 'date', description: 'Birthday.' },
  email: text('E-mail address.'),
  mrn: text('Medical record number.'),
  targetDevices: {
    type: 'array',
    items: { type: 'string' },
    description: 'Devices that the patient is to upload.',
  },
  tags: {
    type: 'array',
    nullable: true,
    uniqueItems: true,
    items: { type: 'string' },
    description: 'Ids of tags of the clinic.',
  },
  sites: {
    type: 'array',
    items: {
      type: 'object',
      required: ['id'],
      properties: { id: text('The site.'), name: text('Its name.') },
    },
    description: 'Sites of the clinic.',
  },
  diagnosisType: {
    type: 'string',
    enum: [...Object.values(DiagnosisTypeName), ''],
    description: 'The kind of diabetes; empty for none.',
  },
  glycemicRanges: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['preset', 'custom'], default: 'preset', description: 'Which ranges.' },
      preset: {
        type: 'string',
        enum: ['adaStandard', 'adaPregnancyType1', 'adaPregnancyType2', 'adaHighRisk'],
        default: 'adaStandard',
        description: 'Well-known ranges.',
      },
      custom: {
        type: 'object',
        required: ['name', 'thresholds'],
        properties: {
          name: text('What the ranges are called.'),
          thresholds: { type: 'array', minItems: 4, maxItems: 5, items: threshold },
        },
      },
    },
    description: 'The ranges that the glucose is judged by.',
  },
  dataSources: {
    type: 'array',
    nullable: true,
    items: reference('PatientDataSource'),
    description: 'Where data come from.',
  },
};

const request: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      providerName: text('Who provides the data.'),
      createdTime: instant('When the patient was asked.'),
    },
  },
};

/** Schemas of the patients of clinics. */
export const patientSchemas: Record<string, JsonSchema> = {
  PatientFields: { type: 'object', required: ['fullName', 'birthDate'], properties: fields },
  ExistingPatient: {
    type: 'object',
    properties: {
      ...fields,
      permissions: reference('PermissionSet'),
      isMigrated: { type: 'boolean', description: 'Taken over without being asked.' },
      legacyClinicianId: text('Clinician’s account of the old kind that the patient comes from.'),
    },
  },
  PatientReview: {
    type: 'object',
    required: ['clinicianId', 'time'],
    properties: { clinicianId: text('Who looked.'), time: instant('When.') },
  },
  PatientDataSource: {
    type: 'object',
    required: ['state', 'providerName'],
    properties: {
      state: {
        type: 'string',
        enum: ['pending', 'pendingReconnect', 'connected', 'disconnected', 'error'],
        description: 'How it is with the source.',
      },
      providerName: text('Who provides the data.'),
      dataSourceId: text('The data source of the account; 24 hexadecimal characters.'),
      modifiedTime: instant('When the state changed last.'),
      expirationTime: instant('When an invitation to connect ends.'),
      latestDataTime: instant('Time of the latest data.'),
    },
  },
  Patient: {
    type: 'object',
    required: [
      'id',
      'fullName',
      'birthDate',
      'permissions',
      'connectionRequests',
      'createdTime',
      'updatedTime',
    ],
    properties: {
      id: text('The account.'),
      ...fields,
      permissions: reference('PermissionSet'),
      lastUploadReminderTime: instant('When the patient was last asked to upload data.'),
      summary: { type: 'object', additionalProperties: true, description: 'Statistics of the data.' },
      reviews: {
        type: 'array',
        items: reference('PatientReview'),
        description: 'The last two, newest first.',
      },
      connectionRequests: {
        type: 'object',
        properties: { dexcom: request, twiist: request, abbott: request },
        description: 'Sources that the patient was asked to connect, newest first.',
      },
      createdTime: instant('When the account became a patient.'),
      updatedTime: instant('When this was last changed.'),
    },
  },
  ClinicianOfClinic: {
    type: 'object',
    required: ['clinician', 'clinic'],
    properties: { clinician: reference('Clinician'), clinic: reference('Clinic') },
  },
  PatientOfClinic: {
    type: 'object',
    required: ['patient', 'clinic'],
    properties: { patient: reference('Patient'), clinic: reference('Clinic') },
  },
  ClinicUser: { type: 'object', properties: { email: text('E-mail address.') } },
  PatientList: {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: { type: 'array', items: reference('Patient'), description: 'The patients of the page.' },
      meta: {
        type: 'object',
        required: ['count', 'totalCount'],
        properties: {
          count: { type: 'integer', description: 'How many patients fit.' },
          totalCount: { type: 'integer', description: 'How many patients the clinic has.' },
        },
      },
    },
  },
  PatientSummary: {
    type: 'object',
    properties: {
      cgmStats: { type: 'object', additionalProperties: true, description: 'Statistics of sensors.' },
      bgmStats: { type: 'object', additionalProperties: true, description: 'Statistics of meters.' },
    },
  },
  PatientDataSources: { type: 'array', items: reference('PatientDataSource') },
};
