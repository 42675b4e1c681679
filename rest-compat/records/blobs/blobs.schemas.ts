import type { JsonSchema } from '../../route';
import { bytes, contentDigest, text } from '../../schemas';
import { fieldsFromGraph } from '../../from-graph';

/** Schemas of blobs for the API reference. */
export const blobSchemas: Record<string, JsonSchema> = {
  Blob: {
    type: 'object',
    required: ['id', 'userId', 'digestMD5', 'mediaType', 'size', 'status', 'createdTime', 'revision'],
    properties: {
      ...fieldsFromGraph('Blob', 'id', 'userId'),
      digestMD5: contentDigest,
      mediaType: text('Media type of the content.'),
      size: bytes,
      status: {
        type: 'string',
        enum: ['created', 'available'],
        description: 'Whether the blob is waiting for its content or has it.',
      },
      ...fieldsFromGraph('Blob', 'createdTime', 'modifiedTime', 'revision'),
    },
  },
};
