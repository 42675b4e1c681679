import {
  enumeration,
  json,
  list,
  measure,
  number,
  object,
  objectType,
  text,
} from '../../record-types/builders';
import { durationUnits, insulinUnits } from '../../record-types/families/units';
import { type LegacyType, usualIdFields } from '../legacy-type';

const grams = enumeration('LegacyGrams', 'The unit of carbohydrate.', { grams: 'Grams.' });

const carbohydrate = objectType('LegacyCarbohydrate', {
  description: 'Carbohydrate of a meal.',
  fields: [
    number('net', { required: true, minimum: 0, maximum: 1000, description: 'The amount.' }),
    text('units', { required: true, enumeration: grams, description: 'The unit of the amount.' }),
  ],
});

const nutrition = objectType('LegacyNutrition', {
  description: 'What a meal contains.',
  fields: [object('carbohydrate', carbohydrate, { required: true, description: 'Carbohydrate.' })],
});

const dose = objectType('LegacyDose', {
  description: 'An amount of insulin.',
  fields: [
    number('total', { required: true, minimum: 0, maximum: 250, description: 'The amount.' }),
    text('units', { required: true, enumeration: insulinUnits, description: 'The unit of the amount.' }),
  ],
});

const activityDuration = measure('LegacyActivityDuration', 'How long an activity took.', durationUnits, {
  minutes: [0, 10_080],
  hours: [0, 168],
  seconds: [0, 604_800],
});

const stateName = enumeration('LegacyState', 'How somebody felt.', {
  alcohol: 'Having drunk alcohol.',
  cycle: 'A phase of the menstrual cycle.',
  hyperglycemiaSymptoms: 'Symptoms of high glucose.',
  hypoglycemiaSymptoms: 'Symptoms of low glucose.',
  illness: 'Illness.',
  stress: 'Stress.',
  other: 'Something else, which `stateOther` names.',
});

const isOther = { field: 'state', in: ['other'] };

const state = objectType('LegacyReportedState', {
  description: 'A state that somebody reported.',
  fields: [
    text('state', { required: true, enumeration: stateName, description: 'The state.' }),
    text('stateOther', { requiredWhen: isOther, maxLength: 100, description: 'Name of another state.' }),
  ],
});

/** The states of a record that names only known states, or only others. */
function areOfOneKind({ states }: Readonly<Record<string, unknown>>): boolean {
  const others = (states as { state: string }[]).filter((each) => each.state === 'other');
  return others.length === 0 || others.length === (states as unknown[]).length;
}

export const dailyLifeTypes: readonly LegacyType[] = [
  {
    type: 'food',
    description: 'A meal.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [
      text('name', { maxLength: 100, description: 'Name of the meal.' }),
      object('nutrition', nutrition, { required: true, description: 'What it contains.' }),
    ],
  },
  {
    type: 'insulin',
    description: 'A dose of insulin.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [object('dose', dose, { required: true, description: 'How much it was.' })],
  },
  {
    type: 'physicalActivity',
    description: 'Physical activity.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [object('duration', activityDuration, { required: true, description: 'How long it took.' })],
  },
  {
    type: 'reportedState',
    description: 'How somebody felt.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [list('states', state, { required: true, description: 'The states.' })],
    checks: [
      {
        field: 'states',
        detail: 'The states must all be known ones, or all others.',
        holds: areOfOneKind,
      },
    ],
  },
  {
    type: 'note',
    description: 'A note of somebody.',
    hasDeviceTime: false,
    idFields: ['type', 'time', 'creatorId', 'text', 'deviceId'],
    fields: [
      text('text', { required: true, description: 'The text.' }),
      text('creatorId', { required: true, description: 'Who wrote it.' }),
      text('shortText', { description: 'The text in short.' }),
      text('displayTime', { description: 'The time to show.' }),
      json('reference', { description: 'The record that the note is about, or its id.' }),
    ],
    links: ['reference'],
    effect: 'note',
  },
  {
    type: 'grabbag',
    description: 'Whatever fits nowhere else.',
    hasDeviceTime: false,
    idFields: ['type', 'subType', 'time', 'deviceId'],
    fields: [text('subType', { required: true, description: 'What it is.' })],
  },
];
