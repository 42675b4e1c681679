import { enumeration, metadata, objectType, shortText, text } from '../builders';

const originType = enumeration('OriginType', 'What kind of source a record was first made by.', {
  application: 'An application on a phone or a computer.',
  device: 'A medical device.',
  manual: 'A person who entered the data by hand.',
  service: 'Another service.',
});

/** Where a record, or a position, came from before it was uploaded. */
export const origin = objectType('Origin', {
  description: 'Where something came from before it was uploaded.',
  fields: [
    shortText('id', { description: 'Id at the origin. Repeated uploads of one thing are recognized by it.' }),
    shortText('name', { description: 'Name of the origin, such as the identifier of an application.' }),
    metadata('payload', { description: 'Free-form facts that the origin adds.' }),
    text('time', {
      format: 'rfc3339',
      description: 'When the origin made or last changed it, kept as sent.',
    }),
    text('type', { enumeration: originType, description: 'What kind of source the origin is.' }),
    shortText('version', { description: 'Version of the origin.' }),
  ],
});
