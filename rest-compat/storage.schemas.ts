import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const bytes: JsonSchema = { type: 'integer', format: 'int64', description: 'Bytes of the content.' };
const digest: JsonSchema = {
  type: 'string',
  minLength: 24,
  maxLength: 24,
  description: 'MD5 of the content in base64.',
};

/** Schemas of blobs and device logs for the API reference. */
export const storageSchemas: Record<string, JsonSchema> = {
  Blob: {
    type: 'object',
    required: ['id', 'userId', 'digestMD5', 'mediaType', 'size', 'status', 'createdTime', 'revision'],
    properties: {
      id: text('Id of the blob.'),
      userId: text('Account that the blob belongs to.'),
      digestMD5: digest,
      mediaType: text('Media type of the content.'),
      size: bytes,
      status: {
        type: 'string',
        enum: ['created', 'available'],
        description: 'Whether the blob waits for its content or has it.',
      },
      createdTime: instant('When the blob was created.'),
      modifiedTime: instant('When the blob was last changed; absent until then.'),
      revision: { type: 'integer', description: 'How many changes there were.' },
    },
  },
  DeviceLogs: {
    type: 'object',
    required: ['id', 'userId', 'digestMD5', 'mediaType', 'size', 'createdTime', 'startAtTime', 'endAtTime'],
    properties: {
      id: text('Id of the log.'),
      userId: text('Account that the log belongs to.'),
      digestMD5: digest,
      mediaType: { type: 'string', enum: ['application/json'], description: 'Media type of the log.' },
      size: bytes,
      createdTime: instant('When the log was taken in.'),
      startAtTime: instant('The log begins here.'),
      endAtTime: instant('The log ends here.'),
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
        description: 'What the entry is about.',
      },
      managerIdentifier: { type: 'string', minLength: 1, description: 'The driver of the device.' },
      deviceIdentifier: { type: 'string', minLength: 1, description: 'The device.' },
      timestamp: instant('When it happened.'),
      message: text('What happened; may be empty.'),
    },
  },
};
