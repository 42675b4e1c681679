import type { JsonSchema } from '../../route';
import { bytes, contentDigest, instant, text } from '../../schemas';
import { fieldsFromGraph } from '../../from-graph';

/** Schemas of device logs for the API reference. */
export const deviceLogSchemas: Record<string, JsonSchema> = {
  DeviceLogs: {
    type: 'object',
    required: ['id', 'userId', 'digestMD5', 'mediaType', 'size', 'createdTime', 'startAtTime', 'endAtTime'],
    properties: {
      ...fieldsFromGraph('DeviceLog', 'id', 'userId'),
      digestMD5: contentDigest,
      mediaType: { type: 'string', enum: ['application/json'], description: 'Media type of the log.' },
      size: bytes,
      ...fieldsFromGraph('DeviceLog', 'createdTime', 'startAtTime', 'endAtTime'),
    },
  },
  DeviceLogEntry: {
    type: 'object',
    required: ['type', 'managerIdentifier', 'deviceIdentifier', 'timestamp', 'message'],
    additionalProperties: true,
    properties: {
      type: {
        type: 'string',
        enum: ['send', 'receive', 'error', 'delegate', 'delegateResponse', 'connection'],
        description: 'Type of the entry.',
      },
      managerIdentifier: { type: 'string', minLength: 1, description: 'The driver of the device.' },
      deviceIdentifier: { type: 'string', minLength: 1, description: 'The device.' },
      timestamp: instant('When it happened.'),
      message: text('What happened; may be empty.'),
    },
  },
};
