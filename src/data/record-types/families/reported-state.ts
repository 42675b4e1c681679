import { enumeration, integer, list, objectType, recordType, shortText, text } from '../builders';
import type { Condition } from '../vocabulary';

const stateName = enumeration('StateName', 'A state of the body or the mind that affects glucose.', {
  alcohol: 'Having drunk alcohol.',
  cycle: 'A phase of the menstrual cycle.',
  hyperglycemiaSymptoms: 'Symptoms of high glucose.',
  hypoglycemiaSymptoms: 'Symptoms of low glucose.',
  illness: 'Illness.',
  other: 'Another state, which `stateOther` names.',
  stress: 'Stress.',
});

const isOther: Condition = { field: 'state', in: ['other'] };

const state = objectType('BodyState', {
  description: 'A state that someone reported.',
  fields: [
    text('state', { required: true, enumeration: stateName, description: 'The state.' }),
    shortText('stateOther', {
      requiredWhen: isOther,
      allowedWhen: isOther,
      description: 'Name of the state, when it is none of the usual ones.',
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
