import { registerEnumType } from 'type-graphql';

/** The two glucose units in the graph, mapped to those in records. */
export const GlucoseUnits = { MMOL_L: 'mmol/L', MG_DL: 'mg/dL' } as const;

export type GlucoseUnit = (typeof GlucoseUnits)[keyof typeof GlucoseUnits];

registerEnumType(GlucoseUnits, {
  name: 'GlucoseUnits',
  description: 'Units of glucose concentration.',
  valuesConfig: {
    MMOL_L: { description: 'Millimoles per liter.' },
    MG_DL: { description: 'Milligrams per deciliter.' },
  },
});
