import { enumeration, number, text } from '../../record-types/builders';
import { glucoseUnits } from '../../record-types/families/units';
import { type GlucoseAmounts, type LegacyType, usualIdFields } from '../legacy-type';

/** A single amount of glucose with its unit. */
export const reading = [
  number('value', { required: true, description: 'The amount of glucose.' }),
  text('units', { required: true, enumeration: glucoseUnits, description: 'The unit of the amount.' }),
];

export const readingGlucose: GlucoseAmounts = { units: 'units', amounts: ['value'] };

const meterSubType = enumeration('LegacyMeterReading', 'How a meter reading came about.', {
  manual: 'Typed in.',
  linked: 'Sent by the meter.',
  '': 'Unknown.',
});

const ketoneUnits = enumeration('LegacyKetoneUnits', 'A unit of ketone concentration.', {
  'mmol/L': 'Millimoles per liter.',
  'mmol/l': 'Millimoles per liter, in another spelling.',
});

const urineKetoneLevel = enumeration('LegacyUrineKetone', 'What a urine test strip shows.', {
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
    fields: [...reading, text('subType', { enumeration: meterSubType, description: 'How it came about.' })],
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
      text('value', { required: true, enumeration: urineKetoneLevel, description: 'What the strip shows.' }),
    ],
  },
];
