import { enumeration, metadata, objectType, shortText, text } from '../../../../platform/validation/builders';

const originType = enumeration('OriginType', 'Type of the source that created a record.', {
  application: 'An application on a phone or a computer.',
  device: 'A medical device.',
  manual: 'A person who entered the data by hand.',
  service: 'Another service.',
});

/** Where a record, or a position, came from before it was uploaded. */
export const origin = objectType('Origin', {
  description: 'Where something came from before it was uploaded.',
  fields: [
    shortText('id', { description: 'Id at the origin. It identifies repeated uploads.' }),
    shortText('name', { description: 'Name of the origin, such as the identifier of an application.' }),
    metadata('payload', { description: 'Free-form metadata from the origin.' }),
    text('time', {
      format: 'rfc3339',
      description: 'When the origin created or last changed it, stored verbatim.',
    }),
    text('type', { enumeration: originType, description: 'Type of the origin.' }),
    shortText('version', { description: 'Version of the origin.' }),
  ],
});
