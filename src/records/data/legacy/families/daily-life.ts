import {
  enumeration,
  json,
  list,
  measure,
  number,
  object,
  objectType,
  text,
} from '../../../../platform/validation/builders';
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

const activityDuration = measure('LegacyActivityDuration', 'Duration of an activity.', durationUnits, {
  minutes: [0, 10_080],
  hours: [0, 168],
  seconds: [0, 604_800],
});

const stateName = enumeration('LegacyState', 'How a person felt.', {
  alcohol: 'Alcohol consumption.',
  cycle: 'A phase of the menstrual cycle.',
  hyperglycemiaSymptoms: 'Symptoms of high glucose.',
  hypoglycemiaSymptoms: 'Symptoms of low glucose.',
  illness: 'Illness.',
  stress: 'Stress.',
  other: 'Another state, named in `stateOther`.',
});

const isOther = { field: 'state', in: ['other'] };

const state = objectType('LegacyReportedState', {
  description: 'A state that someone reported.',
  fields: [
    text('state', { required: true, enumeration: stateName, description: 'The state.' }),
    text('stateOther', { requiredWhen: isOther, maxLength: 100, description: 'Name of another state.' }),
  ],
});

/** Whether a record's states are either all known or all others. */
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
    fields: [object('dose', dose, { required: true, description: 'The amount of the dose.' })],
  },
  {
    type: 'physicalActivity',
    description: 'Physical activity.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [
      object('duration', activityDuration, { required: true, description: 'How long the activity lasted.' }),
    ],
  },
  {
    type: 'reportedState',
    description: 'How someone felt.',
    hasDeviceTime: false,
    idFields: usualIdFields,
    fields: [list('states', state, { required: true, description: 'The states.' })],
    checks: [
      {
        field: 'states',
        detail: 'Either all states must be known ones, or all must be others.',
        holds: areOfOneKind,
      },
    ],
  },
  {
    type: 'note',
    description: 'A note.',
    hasDeviceTime: false,
    idFields: ['type', 'time', 'creatorId', 'text', 'deviceId'],
    fields: [
      text('text', { required: true, description: 'The text.' }),
      text('creatorId', { required: true, description: 'Who wrote it.' }),
      text('shortText', { description: 'A short version of the text.' }),
      text('displayTime', { description: 'The time to display.' }),
      json('reference', { description: 'The record that the note is about, or its id.' }),
    ],
    links: ['reference'],
    effect: 'note',
  },
  {
    type: 'grabbag',
    description: 'Any other record.',
    hasDeviceTime: false,
    idFields: ['type', 'subType', 'time', 'deviceId'],
    fields: [text('subType', { required: true, description: 'Its type.' })],
  },
];
