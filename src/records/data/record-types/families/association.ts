import { enumeration, objectType, text } from '../../../../platform/validation/builders';
import type { Condition } from '../../../../platform/validation/vocabulary';

const associationType = enumeration('AssociationType', 'Type of the linked object.', {
  blob: 'A stored file.',
  datum: 'Another record.',
  image: 'A stored image.',
  url: 'A web address.',
});

const isStored: Condition = { field: 'type', in: ['blob', 'datum', 'image'] };
const isAddress: Condition = { field: 'type', in: ['url'] };

/** A link from a record to something else, by id or by address. */
export const association = objectType('Association', {
  description: 'A link from a record to another record, a stored file or a web address.',
  fields: [
    text('type', {
      required: true,
      enumeration: associationType,
      description: 'Type of the linked object.',
    }),
    text('id', {
      format: 'recordId',
      formatWhen: isStored,
      requiredWhen: isStored,
      forbiddenWhen: isAddress,
      description: 'Id of the linked record, file or image.',
    }),
    text('url', {
      format: 'url',
      formatWhen: isAddress,
      requiredWhen: isAddress,
      forbiddenWhen: isStored,
      description: 'The linked web address.',
    }),
    text('reason', { minLength: 1, maxLength: 1000, description: 'The reason for the link.' }),
  ],
});
