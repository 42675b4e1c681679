import { enumeration, localTime, object, objectType, text } from '../../../../platform/validation/builders';
import type { Field, Rule } from '../../../../platform/validation/vocabulary';

/** Who or what brought something about. */
export const changeMethod = enumeration('ChangeMethod', 'Who or what caused something.', {
  automatic: 'A device or an application.',
  manual: 'A person.',
});

const clockReading = objectType('ClockReading', {
  description: 'A clock setting: a time, a time zone, or both.',
  fields: [
    localTime('time', { description: 'The time, without a zone.' }),
    text('timeZoneName', {
      format: 'timezone',
      description: 'Name of the time zone, from the IANA database.',
    }),
  ],
  rules: [{ anyOf: ['time', 'timeZoneName'] }],
});

const clockChange = objectType('ClockChange', {
  description: 'A change of a clock, in the older format without time zones.',
  fields: [
    text('agent', { required: true, enumeration: changeMethod, description: 'Who or what set the clock.' }),
    text('from', { required: true, format: 'localTime', description: 'What the clock showed before.' }),
    text('to', { required: true, format: 'localTime', description: 'What the clock showed afterwards.' }),
  ],
});

export const timeChangeFields: readonly Field[] = [
  object('from', clockReading, { description: 'What the clock showed before.' }),
  object('to', clockReading, {
    requiredWhen: { anyPresent: ['from', 'method'] },
    description: 'What the clock showed afterwards.',
  }),
  text('method', { enumeration: changeMethod, description: 'Who or what set the clock.' }),
  object('change', clockChange, {
    forbiddenWhen: { anyPresent: ['from', 'to', 'method'] },
    description: 'The change in the older format.',
  }),
];

/** A clock change uses one of two formats. */
export const timeChangeRules: readonly Rule[] = [{ oneOf: ['to', 'change', 'from', 'method'] }];
