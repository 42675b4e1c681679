import { hex32, nodeType } from '../../node-type';
import { toBlob, type Blob as StoredBlob } from './blobs.types';

/** Binary content of accounts. */
export const blobNodes = [
  nodeType<StoredBlob>({
    type: 'Blob',
    ownId: hex32,
    load: async (context, id) => {
      const found = await context.load(context.services.blobs.findMany, id);
      return found && toBlob(found);
    },
    way: ({ id }) => ({ type: 'Query', field: 'blob', args: { id } }),
  }),
];
