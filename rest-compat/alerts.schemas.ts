import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const enabled: JsonSchema = { type: 'boolean', default: false, description: 'The alert is on.' };
const minutes = (maximum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum,
  description,
});

const threshold: JsonSchema = {
  type: 'object',
  required: ['value', 'units'],
  description: 'Where the alert begins: up to 1000 mg/dL or 55 mmol/L.',
  properties: {
    value: { type: 'number', minimum: 0, maximum: 1000 },
    units: { type: 'string', enum: ['mg/dL', 'mmol/L', 'mg/dl', 'mmol/l'] },
  },
};

const glucoseAlert = (longestDelay: number, description: string): JsonSchema => ({
  type: 'object',
  required: ['threshold'],
  description,
  properties: {
    enabled,
    threshold,
    delay: minutes(longestDelay, 'Minutes until it comes.'),
    repeat: minutes(240, 'Minutes until it comes again, at least 15; 0: it does not.'),
  },
});

const silenceAlert = (longestDelay: number, description: string): JsonSchema => ({
  type: 'object',
  description,
  properties: { enabled, delay: minutes(longestDelay, 'Minutes until it comes.') },
});

/** Schemas of alerts. */
export const alertsSchemas: Record<string, JsonSchema> = {
  AlertsConfig: {
    type: 'object',
    properties: {
      userId: text('The follower, who gets the alerts. Not looked at in requests.'),
      followedUserId: text('The account that they are about. Not looked at in requests.'),
      uploadId: text('The data set that they are about; absent for all.'),
      urgentLow: {
        type: 'object',
        required: ['threshold'],
        description: 'Glucose is dangerously low.',
        properties: { enabled, threshold },
      },
      low: glucoseAlert(120, 'Glucose is low.'),
      high: glucoseAlert(360, 'Glucose is high.'),
      notLooping: silenceAlert(120, 'The insulin pump is not controlled any more.'),
      noCommunication: silenceAlert(360, 'Nothing arrives any more.'),
    },
  },
  OverdueCommunication: {
    type: 'object',
    properties: {
      userId: text('The account of the data set.'),
      dataSetId: text('The data set.'),
      lastReceivedDeviceData: {
        type: 'string',
        format: 'date-time',
        description: 'When data last arrived.',
      },
    },
  },
};
