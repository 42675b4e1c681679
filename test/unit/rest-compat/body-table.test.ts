import { buildSchema } from 'graphql';
import {
  as,
  BodyTable,
  clearedByAbsence,
  clearedByEmptiness,
  described,
  field,
  nullable,
  required,
  withDefault,
} from '../../../rest-compat/body-table';
import { fillIn } from '../../../rest-compat/from-graph';
import { BodyReader } from '../../../rest-compat/json-body';
import { ApiError } from '../../../src/platform/errors';

const graph = buildSchema(`
  "The colors of cars."
  enum Color { RED BLUE }

  "A wheel."
  input WheelInput {
    "Its place."
    place: String!
    "Inches."
    inches: Int
  }

  "A car."
  input CarInput {
    "The make."
    make: String!
    "What is painted on it."
    motto: String
    "The color."
    color: Color
    "Who drives it."
    driverIds: [ID!]
    "The wheels."
    wheels: [WheelInput!]
    "It runs."
    runs: Boolean
  }

  type Query {
    "The time."
    time: String
  }
`);

const wheel = new BodyTable('WheelInput', { place: required(field.text), inches: field.integer });

const car = new BodyTable('CarInput', {
  make: required(field.text),
  motto: clearedByAbsence('MOTTO', field.filledText),
  color: clearedByEmptiness('COLOR', field.oneOf<'RED' | 'BLUE'>({ RED: 'red', BLUE: 'blue' })),
  drivers: as('driverIds', nullable(field.texts)),
  wheels: described({ maxItems: 4 }, field.objects(wheel)),
  runs: withDefault(field.flag, true),
});

const reader = (body: unknown) => new BodyReader(body, 'The car is not valid.', '', 'as wrong');

const refusalOf = (body: unknown): ApiError => {
  try {
    car.read(reader(body));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The body was taken.');
};

describe('a body table', () => {
  it('maps values to the fields of the graph', () => {
    const body = {
      make: 'Fiat',
      motto: '',
      color: 'red',
      drivers: ['a', 'b'],
      wheels: [{ place: 'left' }, { place: 'right', inches: 15 }],
      runs: false,
      horn: 'loud',
    };
    expect(car.read(reader(body))).toEqual({
      make: 'Fiat',
      motto: undefined,
      color: 'RED',
      driverIds: ['a', 'b'],
      wheels: [{ place: 'left' }, { place: 'right', inches: 15 }],
      runs: false,
    });
  });

  it('handles absent values, and null where it counts as absent', () => {
    expect(car.read(reader({ make: 'Fiat', drivers: null }))).toEqual({ make: 'Fiat', runs: true });
  });

  it.each([
    [{}, 'value-not-exists', '/make'],
    [{ make: 5 }, 'type-not-string', '/make'],
    [{ make: 'Fiat', motto: null }, 'type-not-string', '/motto'],
    [{ make: 'Fiat', color: 'green' }, 'value-not-allowed', '/color'],
    [{ make: 'Fiat', wheels: [{ place: 'left' }, {}] }, 'value-not-exists', '/wheels/1/place'],
  ])('refuses %j', (body, code, pointer) => {
    expect(refusalOf(body).findings).toMatchObject([{ code, source: { pointer } }]);
  });

  it('lists the fields that a replacing body clears', () => {
    expect(car.cleared(reader({ make: 'Fiat' }))).toEqual(['MOTTO']);
    const empty = { make: 'Fiat', motto: 'Ciao', color: '' };
    expect(car.cleared(reader(empty))).toEqual(['COLOR']);
    expect(car.read(reader(empty))).toMatchObject({ color: undefined });
    expect(car.names).toEqual({ driverIds: 'drivers' });
  });

  it('is described by the graph', () => {
    expect(fillIn(car.schema, graph)).toEqual({
      type: 'object',
      required: ['make'],
      properties: {
        make: { type: 'string', description: 'The make.' },
        motto: { type: 'string', description: 'What is painted on it.' },
        color: { type: 'string', enum: ['RED', 'BLUE'], description: 'The color.' },
        drivers: {
          type: 'array',
          items: { type: 'string' },
          nullable: true,
          description: 'Who drives it.',
        },
        wheels: {
          type: 'array',
          maxItems: 4,
          items: {
            type: 'object',
            required: ['place'],
            properties: {
              place: { type: 'string', description: 'Its place.' },
              inches: { type: 'integer', description: 'Inches.' },
            },
          },
          description: 'The wheels.',
        },
        runs: { type: 'boolean', description: 'It runs.' },
      },
    });
  });
});
