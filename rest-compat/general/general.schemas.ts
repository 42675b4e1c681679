import type { JsonSchema } from '../route';
import { instant, text } from '../schemas';
import { fromGraph } from '../from-graph';

/** Schemas of public information. */
export const generalSchemas: Record<string, JsonSchema> = {
  Info: {
    type: 'object',
    required: ['auth', 'versions'],
    properties: {
      auth: {
        type: 'object',
        properties: {
          url: text('Address of the token service.'),
          realm: fromGraph('TokenServiceInfo.realm'),
        },
      },
      versions: {
        type: 'object',
        properties: {
          uploaderMinimum: text('Oldest desktop uploader that may upload.'),
          loop: {
            type: 'object',
            properties: {
              minimumSupported: text('Oldest phone app that is supported.'),
              criticalUpdateNeeded: fromGraph('LoopVersions.criticalUpdateNeeded'),
            },
          },
        },
      },
    },
  },
  ServerTime: {
    type: 'object',
    properties: { data: { type: 'object', properties: { time: instant('The time.') } } },
  },
};
