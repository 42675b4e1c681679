import { alertRecords } from './families/alert';
import { basalRecords } from './families/basal';
import { bolusRecords } from './families/bolus';
import { bolusCalculationRecords } from './families/bolus-calculation';
import { cgmSettingsRecords } from './families/cgm-settings';
import { controllerRecords } from './families/controller';
import { deviceEventRecords } from './families/device-event';
import { dosingDecisionRecords } from './families/dosing-decision';
import { foodRecords } from './families/food';
import { glucoseRecords } from './families/glucose';
import { insulinRecords } from './families/insulin';
import { physicalActivityRecords } from './families/physical-activity';
import { pumpSettingsRecords } from './families/pump-settings';
import { pumpStatusRecords } from './families/pump-status';
import { reportedStateRecords } from './families/reported-state';
import { uploadRecords } from './families/upload';
import { waterRecords } from './families/water';
import type { FamilyOfRecords, RecordFamily, RecordType } from './vocabulary';

/** Every record type there is. A new one is an entry in the file of its family and appears everywhere. */
export const recordTypes: readonly RecordType[] = [
  ...glucoseRecords,
  ...basalRecords,
  ...bolusRecords,
  ...bolusCalculationRecords,
  ...insulinRecords,
  ...foodRecords,
  ...waterRecords,
  ...physicalActivityRecords,
  ...reportedStateRecords,
  ...deviceEventRecords,
  ...pumpSettingsRecords,
  ...pumpStatusRecords,
  ...cgmSettingsRecords,
  ...controllerRecords,
  ...dosingDecisionRecords,
  ...alertRecords,
  ...uploadRecords,
];

/** What the members of each family have in common. */
export const recordFamilies: Readonly<Record<RecordFamily, FamilyOfRecords>> = {
  Basal: {
    description: 'Background insulin that a pump delivered, or did not deliver, over some time.',
    figure: {
      name: 'rate',
      description: 'Rate of delivery in units of insulin per hour; 0 while delivery is suspended.',
      sumOf: ['rate'],
      otherwise: 0,
    },
  },
  Bolus: {
    description: 'Insulin that was given at one time, for a meal or to correct high glucose.',
    figure: {
      name: 'insulinAmount',
      description:
        'Insulin that was delivered in all, in units: what was delivered at once and what was delivered over some time.',
      sumOf: ['normal', 'extended'],
    },
  },
  DeviceEvent: {
    description: 'Something that happened to a device, or that a device did besides delivering insulin.',
  },
  GlucoseReading: { description: 'A measurement of glucose.' },
};
