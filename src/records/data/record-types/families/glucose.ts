import {
  boolean,
  enumeration,
  integer,
  number,
  recordType,
  text,
} from '../../../../platform/validation/builders';
import type { BoundsByUnits, Field } from '../../../../platform/validation/vocabulary';
import { day, glucoseBounds, glucoseRateUnits, glucoseUnits } from './units';

const glucoseTrend = enumeration('GlucoseTrend', 'Glucose trend shown by the sensor.', {
  constant: 'Steady.',
  slowFall: 'Falling slowly.',
  slowRise: 'Rising slowly.',
  moderateFall: 'Falling.',
  moderateRise: 'Rising.',
  rapidFall: 'Falling rapidly.',
  rapidRise: 'Rising rapidly.',
});

const meterReadingKind = enumeration('MeterReadingKind', 'How a meter reading was entered.', {
  linked: 'Transferred from the meter to another device.',
  manual: 'Entered by hand.',
  scanned: 'Scanned with a reader.',
});

const ketoneUnits = enumeration('KetoneUnits', 'The unit of ketone concentration.', {
  'mmol/L': 'Millimoles per liter.',
  'mmol/l': 'Millimoles per liter, in another spelling.',
});

const glucoseRateBounds: BoundsByUnits = {
  'mmol/L/minute': [-5.5, 5.5],
  'mg/dL/minute': [-100, 100],
};

const ketoneBounds: BoundsByUnits = { 'mmol/L': [0, 10], 'mmol/l': [0, 10] };

/** Unit and value of one glucose measurement. */
export function glucoseReading(valueDescription: string): readonly Field[] {
  return [
    text('units', {
      required: true,
      enumeration: glucoseUnits,
      canonical: 'mmol/L',
      description: 'The unit of the value. Values are stored in mmol/L, whichever unit was sent.',
    }),
    number('value', {
      required: true,
      unitsFrom: 'units',
      bounds: glucoseBounds,
      convert: 'glucose',
      description: valueDescription,
    }),
  ];
}

const identity = ['units', 'value'];

export const glucoseRecords = [
  recordType({
    type: 'cbg',
    graphqlName: 'ContinuousGlucose',
    family: 'GlucoseReading',
    description: 'A reading of a continuous glucose monitor.',
    identity,
    fields: [
      ...glucoseReading('Glucose concentration of the interstitial fluid.'),
      text('trend', { enumeration: glucoseTrend, description: 'Trend of the glucose.' }),
      text('trendRateUnits', {
        enumeration: glucoseRateUnits,
        canonical: 'mmol/L/minute',
        allowedWhen: { anyPresent: ['trendRate'] },
        description: 'The unit of the rate of change.',
      }),
      number('trendRate', {
        unitsFrom: 'trendRateUnits',
        bounds: glucoseRateBounds,
        convert: 'glucoseRate',
        description: 'Rate of change of the glucose.',
      }),
      integer('sampleInterval', {
        minimum: 0,
        maximum: day,
        unit: 'ms',
        description: 'Time between two readings of the sensor, in milliseconds.',
      }),
      boolean('backfilled', {
        description: 'Whether the reading reached the receiving device late, after a gap in the connection.',
      }),
    ],
  }),
  recordType({
    type: 'smbg',
    graphqlName: 'SelfMonitoredGlucose',
    family: 'GlucoseReading',
    description: 'A reading of a blood glucose meter.',
    identity,
    fields: [
      ...glucoseReading('Glucose concentration of the blood.'),
      text('subType', {
        graphqlName: 'readingKind',
        enumeration: meterReadingKind,
        description: 'How the reading was entered.',
      }),
    ],
  }),
  recordType({
    type: 'bloodKetone',
    graphqlName: 'BloodKetone',
    description: 'A reading of a blood ketone meter.',
    identity,
    fields: [
      text('units', {
        required: true,
        enumeration: ketoneUnits,
        canonical: 'mmol/L',
        graphqlName: 'ketoneUnits',
        description: 'The unit of the value.',
      }),
      number('value', {
        required: true,
        unitsFrom: 'units',
        bounds: ketoneBounds,
        description: 'Ketone concentration of the blood.',
      }),
    ],
  }),
];
