import {
  enumeration,
  integer,
  list,
  objectType,
  recordType,
  shortText,
  text,
} from '../../../../platform/validation/builders';
import type { Condition } from '../../../../platform/validation/vocabulary';

const stateName = enumeration('StateName', 'A physical or mental state that affects glucose.', {
  alcohol: 'Alcohol consumption.',
  cycle: 'A phase of the menstrual cycle.',
  hyperglycemiaSymptoms: 'Symptoms of high glucose.',
  hypoglycemiaSymptoms: 'Symptoms of low glucose.',
  illness: 'Illness.',
  other: 'Another state, named in `stateOther`.',
  stress: 'Stress.',
});

const isOther: Condition = { field: 'state', in: ['other'] };

const state = objectType('BodyState', {
  description: 'A state that someone reported.',
  fields: [
    text('state', {
      required: true,
      enumeration: stateName,
      description: 'What the person was affected by.',
    }),
    shortText('stateOther', {
      requiredWhen: isOther,
      allowedWhen: isOther,
      description: 'Name of the state, if it is not a standard one.',
    }),
    integer('severity', { minimum: 0, maximum: 10, description: 'How severe it is, from 0 to 10.' }),
  ],
});

export const reportedStateRecords = [
  recordType({
    type: 'reportedState',
    graphqlName: 'ReportedState',
    description: 'How someone felt, or what else affected their glucose.',
    fields: [list('states', state, { description: 'The states that were reported.' })],
  }),
];
