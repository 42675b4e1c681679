import { tideFigures } from '../../../resolvers/care/tide/tide-report.types';
import type { JsonSchema } from '../../route';
import { instant } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs, type Sentence } from '../../sentence';

const number = (description: Sentence): JsonSchema => ({ type: 'integer', minimum: 0, description });
const list = (items: JsonSchema, description: Sentence): JsonSchema => ({
  type: 'array',
  items,
  description,
});

/** An object; all of its properties are required by default. */
const object = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', ...(required.length > 0 && { required }), properties });

const tideFigure = { type: 'number', description: 'As the summary has it; absent when it has none.' };

const tidePatient = object(
  {
    id: fromGraph('TideEntry.userId'),
    ...fieldsFromGraph('TideEntry', 'email', 'fullName'),
    tags: list({ type: 'string' }, describedAs('TideEntry.tagIds')),
    reviews: list({ type: 'object' }, describedAs('TideEntry.reviews')),
    dataSources: { ...list({ type: 'object' }, 'Where data come from.'), nullable: true },
  },
  ['id', 'tags'],
);

/** Schemas of the TIDE report. */
export const tideSchemas: Record<string, JsonSchema> = {
  TideReport: object({
    config: object({
      schemaVersion: number(describedAs('TideConfig.schemaVersion')),
      ...fieldsFromGraph('TideConfig', 'clinicId', 'period'),
      lastDataCutoff: instant('What divides who has data from who has not.'),
      ...Object.fromEntries(
        ['low', 'veryLow', 'high', 'veryHigh', 'extremeHigh'].map((name) => [
          `${name}GlucoseThreshold`,
          { type: 'number', description: 'In mmol/L.' },
        ]),
      ),
      tags: list({ type: 'string' }, 'The tags that patients have.'),
      filters: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Default thresholds.',
      },
    }),
    results: {
      type: 'object',
      description: 'Patients by category; those without recent data are in noData.',
      additionalProperties: list(
        object(
          {
            patient: tidePatient,
            lastData: fromGraph('TideEntry.lastData'),
            ...Object.fromEntries(tideFigures.map((name) => [name, tideFigure])),
          },
          ['patient'],
        ),
        'Who stands out most comes first.',
      ),
    },
  }),
};
