import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs, type Sentence } from '../../sentence';

const enabled: JsonSchema = { ...fromGraph('ThresholdAlert.enabled'), default: false };
const minutes = (maximum: number, description: Sentence): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum,
  description,
});

const threshold: JsonSchema = {
  type: 'object',
  required: ['value', 'units'],
  description: 'The threshold: up to 1000 mg/dL or 55 mmol/L.',
  properties: {
    value: { type: 'number', minimum: 0, maximum: 1000 },
    units: { type: 'string', enum: ['mg/dL', 'mmol/L', 'mg/dl', 'mmol/l'] },
  },
};

const glucoseAlert = (longestDelay: number, description: Sentence): JsonSchema => ({
  type: 'object',
  required: ['threshold'],
  description,
  properties: {
    enabled,
    threshold,
    delay: minutes(longestDelay, describedAs('RepeatedAlert.delay')),
    repeat: minutes(240, 'Minutes until it comes again, at least 15; 0: it does not.'),
  },
});

const silenceAlert = (longestDelay: number, description: Sentence): JsonSchema => ({
  type: 'object',
  description,
  properties: { enabled, delay: minutes(longestDelay, describedAs('SilenceAlert.delay')) },
});

/** Schemas of alerts. */
export const alertsSchemas: Record<string, JsonSchema> = {
  AlertsConfig: {
    type: 'object',
    properties: {
      userId: text('The follower, who gets the alerts. Not looked at in requests.'),
      followedUserId: text('The account that they are about. Not looked at in requests.'),
      uploadId: fromGraph('AlertsConfig.dataSetId'),
      urgentLow: {
        type: 'object',
        required: ['threshold'],
        description: describedAs('AlertsConfig.urgentLow'),
        properties: { enabled, threshold },
      },
      low: glucoseAlert(120, describedAs('AlertsConfig.low')),
      high: glucoseAlert(360, describedAs('AlertsConfig.high')),
      notLooping: silenceAlert(120, describedAs('AlertsConfig.notLooping')),
      noCommunication: silenceAlert(360, describedAs('AlertsConfig.noCommunication')),
    },
  },
  OverdueCommunication: {
    type: 'object',
    properties: {
      ...fieldsFromGraph('OverdueCommunication', 'userId', 'dataSetId'),
      lastReceivedDeviceData: fromGraph('OverdueCommunication.lastReceivedTime'),
    },
  },
};
