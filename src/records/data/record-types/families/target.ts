import { integer, number, objectType } from '../../../../platform/validation/builders';
import type { Field, Rule } from '../../../../platform/validation/vocabulary';
import { day, glucoseBounds } from './units';

const inGivenUnits = { unitsFrom: '^', convert: 'glucose' } as const;

const targetFields: readonly Field[] = [
  number('target', { ...inGivenUnits, description: 'The target value.' }),
  number('range', {
    ...inGivenUnits,
    description: 'Acceptable deviation from the target in either direction.',
  }),
  number('low', { ...inGivenUnits, description: 'The lowest glucose that needs no correction.' }),
  number('high', { ...inGivenUnits, description: 'The highest glucose that needs no correction.' }),
];

const rules: readonly Rule[] = [{ glucoseTarget: glucoseBounds }];

const forms = 'Either target and range, target and upper limit, target alone, or lower and upper limit.';

/** The glucose that someone aims at. Amounts are in the units of the enclosing record. */
export const glucoseTarget = objectType('GlucoseTarget', {
  description: `The glucose target. ${forms}`,
  fields: targetFields,
  rules,
});

/** When a segment of a day begins. */
export const segmentStart = integer('start', {
  required: true,
  minimum: 0,
  maximum: day,
  unit: 'ms',
  description: 'When the segment begins, in milliseconds after midnight. It lasts until the next one.',
});

/** The glucose that someone aims at during a part of the day. */
export const glucoseTargetSegment = objectType('GlucoseTargetSegment', {
  description: `The glucose target during a part of the day. ${forms}`,
  fields: [segmentStart, ...targetFields],
  rules,
});
