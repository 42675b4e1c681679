import { list, object, recordType, text } from '../../../../platform/validation/builders';
import { cgmAlerts, scheduledCgmAlerts } from './cgm-alerts';
import {
  deviceHighAlert,
  deviceLowAlert,
  deviceOutOfRangeAlert,
  deviceRateAlerts,
} from './cgm-device-alerts';
import { deviceParticulars } from './device-particulars';
import { glucoseUnits } from './units';

export const cgmSettingsRecords = [
  recordType({
    type: 'cgmSettings',
    graphqlName: 'CgmSettings',
    description: 'Settings of a continuous glucose monitor.',
    fields: [
      text('transmitterId', {
        pattern: '^([0-9a-zA-Z]{5,64})?$',
        description: 'Id of the transmitter; empty if unknown.',
      }),
      text('units', {
        enumeration: glucoseUnits,
        canonical: 'mmol/L',
        description: 'Default unit of levels and rates in the alerts.',
      }),
      object('defaultAlerts', cgmAlerts, { description: 'The alerts at times without a schedule.' }),
      list('scheduledAlerts', scheduledCgmAlerts, {
        minItems: 1,
        maxItems: 10,
        description: 'The alerts at certain times of the week.',
      }),
      object('highAlerts', deviceHighAlert, { unitsFrom: 'units', description: 'Alert for high glucose.' }),
      object('lowAlerts', deviceLowAlert, { unitsFrom: 'units', description: 'Alert for low glucose.' }),
      object('outOfRangeAlerts', deviceOutOfRangeAlert, {
        description: 'Alert for a sensor that is out of range.',
      }),
      object('rateOfChangeAlerts', deviceRateAlerts, {
        unitsFrom: 'units',
        returnedAs: 'rateOfChangeAlert',
        description: 'Alerts for rapidly changing glucose.',
      }),
      ...deviceParticulars,
    ],
  }),
];
