import { accountEdges } from '../../identity/auth/account-edge';
import { Blob } from './blobs.types';

/** The account that has a blob. */
export const BlobAccounts = accountEdges(Blob, {
  owner: { accountOf: ({ userId }) => userId, description: 'The account that the blob belongs to.' },
});
