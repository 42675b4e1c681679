import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

const part = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});

/** Schemas of messages from health record systems. */
export const ehrSchemas: Record<string, JsonSchema> = {
  EhrMessage: object(
    {
      Meta: {
        ...object({ DataModel: text('Such as Order.'), EventType: text('Such as New.') }, [
          'DataModel',
          'EventType',
        ]),
        additionalProperties: true,
      },
    },
    ['Meta'],
  ),
  ReceivedEhrMessage: object({ documentId: fromGraph('ReceivedEhrMessage.documentId') }, ['documentId']),
  EhrChallenge: object(
    {
      'verification-token': text('What the sender is known by.'),
      challenge: text('What is said back.'),
    },
    ['verification-token', 'challenge'],
  ),
  EhrChallengeAnswer: object({ challenge: text('The challenge.') }, ['challenge']),
  EhrMatchRequest: object(
    {
      messageRef: object(
        {
          dataModel: { type: 'string', enum: ['Order'] },
          eventType: { type: 'string', enum: ['New'] },
          documentId: fromGraph('MatchEhrOrderInput.documentId'),
        },
        ['dataModel', 'eventType', 'documentId'],
      ),
      patients: object(
        {
          criteria: {
            type: 'array',
            minItems: 1,
            items: { type: 'string', enum: ['MRN', 'MRN_DOB', 'DOB_FULLNAME'] },
            description: describedAs('EhrMatchCriterion'),
          },
          onUniqueMatch: {
            type: 'string',
            enum: ['ENABLE_REPORTS', 'DISABLE_REPORTS'],
            description: describedAs('EhrMatchAction'),
          },
        },
        ['criteria'],
      ),
    },
    ['messageRef'],
  ),
  EhrMatch: object(
    {
      clinic: part('Clinic'),
      settings: part('EhrSettings'),
      patients: { type: 'array', items: part('Patient'), description: 'Absent if no patient matches.' },
    },
    ['clinic', 'settings'],
  ),
};
