import { enumeration, number, text } from '../../../../platform/validation/builders';
import { glucoseUnits } from '../../record-types/families/units';
import { type GlucoseAmounts, type LegacyType, usualIdFields } from '../legacy-type';

/** A single glucose value with its unit. */
export const reading = [
  number('value', { required: true, description: 'The amount of glucose.' }),
  text('units', { required: true, enumeration: glucoseUnits, description: 'The unit of the amount.' }),
];

export const readingGlucose: GlucoseAmounts = { units: 'units', amounts: ['value'] };

const meterSubType = enumeration('LegacyMeterReading', 'How a meter reading was entered.', {
  manual: 'Entered by hand.',
  linked: 'Sent by the meter.',
  '': 'Unknown.',
});

const ketoneUnits = enumeration('LegacyKetoneUnits', 'A unit of ketone concentration.', {
  'mmol/L': 'Millimoles per liter.',
  'mmol/l': 'Millimoles per liter, in another spelling.',
});

const urineKetoneLevel = enumeration('LegacyUrineKetone', 'The result on a urine test strip.', {
  negative: 'None.',
  trace: 'A trace.',
  small: 'Little.',
  moderate: 'Some.',
  large: 'Much.',
});

export const glucoseTypes: readonly LegacyType[] = [
  {
    type: 'cbg',
    description: 'A reading of a glucose sensor.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [...reading, number('isig', { description: 'Raw signal of the sensor.' })],
    glucose: readingGlucose,
  },
  {
    type: 'smbg',
    description: 'A reading of a blood glucose meter.',
    hasDeviceTime: true,
    idFields: [...usualIdFields, 'value'],
    fields: [
      ...reading,
      text('subType', { enumeration: meterSubType, description: 'How the reading was entered.' }),
    ],
    glucose: readingGlucose,
  },
  {
    type: 'bloodKetone',
    description: 'A measurement of ketones in blood.',
    hasDeviceTime: true,
    idFields: usualIdFields,
    fields: [
      number('value', { required: true, description: 'The amount of ketones.' }),
      text('units', { required: true, enumeration: ketoneUnits, description: 'The unit of the amount.' }),
    ],
    glucose: { units: 'units', amounts: [] },
  },
  {
    type: 'urineKetone',
    description: 'A measurement of ketones in urine.',
    hasDeviceTime: true,
    idFields: usualIdFields,
    fields: [
      text('value', {
        required: true,
        enumeration: urineKetoneLevel,
        description: 'The result on the strip.',
      }),
    ],
  },
];
