import { buildSchema } from 'graphql';
import { fieldsFromGraph, fillIn, fromGraph } from '../../../rest-compat/from-graph';
import { describedAs } from '../../../rest-compat/sentence';

const graph = buildSchema(`
  "What kind of day it is."
  enum Kind { WORKDAY HOLIDAY }

  "A day."
  type Day {
    "Its name."
    name: String!
    "What kind it is."
    kinds: [Kind!]
    "When it begins."
    start: DateTime
    "The days after it."
    next("How many." first: Int): [Day!]!
    unsaid: String
  }

  "What to change of a day."
  input DayInput {
    "The new name."
    name: String
  }

  scalar DateTime

  type Query {
    "Today."
    day: Day
  }
`);

describe('parts of the API reference derived from the graph', () => {
  it('are sentences about types, fields and arguments', () => {
    const places = ['Day', 'Day.name', 'Day.next(first)', 'DayInput.name'].map(describedAs);
    expect(fillIn({ places }, graph)).toEqual({
      places: ['A day.', 'Its name.', 'How many.', 'The new name.'],
    });
  });

  it('are schemas with type, values and description', () => {
    expect(fillIn(fieldsFromGraph('Day', 'name', 'kinds', 'start', 'next'), graph)).toEqual({
      name: { type: 'string', description: 'Its name.' },
      kinds: {
        type: 'array',
        items: { type: 'string', enum: ['WORKDAY', 'HOLIDAY'] },
        description: 'What kind it is.',
      },
      start: { type: 'string', format: 'date-time', description: 'When it begins.' },
      next: { type: 'array', items: { type: 'object' }, description: 'The days after it.' },
    });
  });

  it('keep sibling keywords', () => {
    const schema = { ...fromGraph('Day.name'), maxLength: 9, description: 'Monday or Tuesday.' };
    expect(fillIn(schema, graph)).toEqual({
      type: 'string',
      maxLength: 9,
      description: 'Monday or Tuesday.',
    });
  });

  it.each(['Night', 'Day.night', 'Day.next(last)', 'Day.unsaid', 'Day name'])('are refused: %s', (place) => {
    expect(() => fillIn(describedAs(place), graph)).toThrow(`The graph has no description of ${place}.`);
  });
});
