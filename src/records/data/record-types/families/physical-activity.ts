import {
  boolean,
  enumeration,
  integer,
  measure,
  object,
  objectType,
  recordType,
  shortText,
  text,
} from '../../../../platform/validation/builders';
import type { BoundsByUnits } from '../../../../platform/validation/vocabulary';
import { activityType } from './activity-type';
import { energy } from './nutrition';
import { durationBounds, durationUnits, lengthUnits } from './units';

const intensity = enumeration('ActivityIntensity', 'Reported intensity of an activity.', {
  high: 'Hard.',
  low: 'Easy.',
  medium: 'Medium.',
});

const distanceUnits = enumeration('DistanceUnits', 'A unit of distances.', {
  feet: 'Feet.',
  kilometers: 'Kilometers.',
  meters: 'Meters.',
  miles: 'Miles.',
  yards: 'Yards.',
});

/** A hundred miles. */
const distanceBounds: BoundsByUnits = {
  feet: [0, 528_000],
  kilometers: [0, 160.9344],
  meters: [0, 160_934.4],
  miles: [0, 100],
  yards: [0, 176_000],
};

const hoursInWeek = 7 * 24;

const distance = measure('Distance', 'Distance covered.', distanceUnits, distanceBounds);

const duration = measure(
  'ActivityDuration',
  'Duration of an activity.',
  durationUnits,
  durationBounds(hoursInWeek),
);

const elevationChange = measure('ElevationChange', 'Elevation gain.', lengthUnits, {
  feet: [0, 52_800],
  meters: [0, 16_093.44],
});

const flight = objectType('FlightCount', {
  description: 'Flights of stairs.',
  fields: [
    integer('count', {
      required: true,
      minimum: 0,
      maximum: 10_000,
      description: 'Number of flights that were climbed.',
    }),
  ],
});

const step = objectType('StepCount', {
  description: 'A number of steps.',
  fields: [
    integer('count', {
      required: true,
      minimum: 0,
      maximum: 100_000,
      description: 'Number of steps that were taken.',
    }),
  ],
});

const lap = objectType('LapCount', {
  description: 'Laps of one length.',
  fields: [
    integer('count', {
      required: true,
      minimum: 0,
      maximum: 10_000,
      description: 'Number of laps that were done.',
    }),
    object('distance', distance, { required: true, description: 'The length of a lap.' }),
  ],
});

export const physicalActivityRecords = [
  recordType({
    type: 'physicalActivity',
    graphqlName: 'PhysicalActivity',
    description: 'Physical activity.',
    fields: [
      shortText('name', { description: 'Name of the activity.' }),
      text('activityType', { enumeration: activityType, description: 'Type of the activity.' }),
      shortText('activityTypeOther', {
        allowedWhen: { field: 'activityType', in: ['other'] },
        description: 'Type of the activity, if it is not a standard one.',
      }),
      boolean('aggregate', { description: 'Whether this combines several activities.' }),
      object('duration', duration, {
        graphqlName: 'activityDuration',
        description: 'How long the activity lasted.',
      }),
      text('reportedIntensity', { enumeration: intensity, description: 'Reported intensity.' }),
      object('distance', distance, { description: 'The distance that was covered.' }),
      object('elevationChange', elevationChange, { description: 'Elevation change.' }),
      object('energy', energy, { description: 'Energy that was spent.' }),
      object('flight', flight, { description: 'Flights of stairs that were climbed.' }),
      object('lap', lap, { description: 'Laps that were done.' }),
      object('step', step, { description: 'Steps that were taken.' }),
    ],
  }),
];
