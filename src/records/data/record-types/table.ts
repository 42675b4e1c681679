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
import type { FamilyOfRecords, RecordFamily, RecordType } from '../../../platform/validation/vocabulary';

/** All record types. To add one, add an entry to the file of its family; it appears everywhere. */
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
    description: 'Basal insulin that a pump delivered, or suspended, over a period.',
    figures: [
      {
        name: 'rate',
        description: 'Rate of delivery in units of insulin per hour; 0 while delivery is suspended.',
        sumOf: [['rate']],
        otherwise: 0,
      },
    ],
  },
  Bolus: {
    description: 'Insulin delivered at one time, for a meal or to correct high glucose.',
    figures: [
      {
        name: 'insulinAmount',
        description: 'Total insulin delivered, in units: the immediate and the extended part.',
        sumOf: [['normal'], ['extended']],
      },
      {
        name: 'intendedAmount',
        description:
          'Total insulin that was to be delivered, in units. It differs from `insulinAmount` if the delivery was cut short.',
        sumOf: [
          ['expectedNormal', 'normal'],
          ['expectedExtended', 'extended'],
        ],
      },
    ],
  },
  DeviceEvent: {
    description: 'An event of a device, or an action other than delivering insulin.',
  },
  GlucoseReading: { description: 'A measurement of glucose.' },
};
