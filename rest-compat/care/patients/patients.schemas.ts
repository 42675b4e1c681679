import { dataSource, joiningFields, patientFields } from './patient-body';
import type { JsonSchema } from '../../route';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const fields = patientFields.properties;

const request: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      ...fieldsFromGraph('ConnectionRequest', 'providerName', 'createdTime'),
    },
  },
};

/** Schemas of the patients of clinics. */
export const patientSchemas: Record<string, JsonSchema> = {
  PatientFields: { type: 'object', required: ['fullName', 'birthDate'], properties: fields },
  JoiningPatient: joiningFields.schema,
  ExistingPatient: {
    type: 'object',
    properties: {
      ...joiningFields.properties,
      permissions: reference('PermissionSet'),
      isMigrated: { type: 'boolean', description: 'Added without an invitation.' },
      legacyClinicianId: fromGraph('AddPatientInput.legacyClinicianId'),
    },
  },
  PatientReview: {
    type: 'object',
    required: ['clinicianId', 'time'],
    properties: {
      clinicianId: fromGraph('PatientReview.clinicianId'),
      time: fromGraph('PatientReview.time'),
    },
  },
  PatientDataSource: dataSource.schema,
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
      id: fromGraph('Patient.userId'),
      ...fields,
      permissions: reference('PermissionSet'),
      lastUploadReminderTime: fromGraph('Patient.lastUploadReminderTime'),
      summary: { type: 'object', additionalProperties: true, description: 'Statistics of the data.' },
      reviews: {
        type: 'array',
        items: reference('PatientReview'),
        description: describedAs('PatientReviewsPayload.reviews'),
      },
      connectionRequests: {
        type: 'object',
        properties: { dexcom: request, twiist: request, abbott: request },
        description: describedAs('Patient.connectionRequests'),
      },
      ...fieldsFromGraph('Patient', 'createdTime', 'updatedTime'),
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
  ClinicUser: { type: 'object', properties: { email: fromGraph('UpdateClinicUserInput.email') } },
  PatientList: {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: {
        type: 'array',
        items: reference('Patient'),
        description: describedAs('PatientConnection.edges'),
      },
      meta: {
        type: 'object',
        required: ['count', 'totalCount'],
        properties: {
          ...fieldsFromGraph('ClinicPatientConnection', 'count', 'totalCount'),
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
