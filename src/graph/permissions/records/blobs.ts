import type { IRules } from 'graphql-shield';
import { notFound } from '../../../platform/errors';
import type { RequestContext } from '../../../request/request-context';
import {
  accountOfParent,
  argumentUserId,
  managesAccount,
  mayOnAccount,
  partOfParent,
  relatedToAccount,
  thisUser,
} from '../rules';

type Arguments = Record<string, unknown>;

/** The owner of a blob. Throws if it does not exist. */
async function ownerOfBlob(context: RequestContext, id: unknown): Promise<string> {
  const blob = await context.load(context.services.blobs.findMany, String(id));
  if (!blob) throw notFound('There is no blob with this id.').about('blobId');
  return blob.userId;
}

/** The owner of the blob named by the argument `blobId`, or `id`. */
const argumentBlobOwner = (args: Arguments, _parent: unknown, context: RequestContext): Promise<string> => {
  const { blobId, id } = (args.input ?? args) as Arguments;
  return ownerOfBlob(context, blobId ?? id);
};

const thisBlobOwner = (_args: Arguments, blob: { id: string }, context: RequestContext): Promise<string> =>
  ownerOfBlob(context, blob.id);

/** Blobs: reading follows the owner's data, writing needs the permission to upload. */
export const blobRules: IRules = {
  Query: { blob: mayOnAccount(['view', 'upload', 'custodian'], argumentBlobOwner) },
  Mutation: {
    createBlob: mayOnAccount(['upload'], argumentUserId),
    deleteBlob: mayOnAccount(['upload', 'custodian'], argumentBlobOwner),
    deleteBlobs: managesAccount(argumentUserId),
  },
  User: { blobs: mayOnAccount(['view', 'upload', 'custodian'], thisUser) },
  Blob: { uploadUrl: mayOnAccount(['upload'], thisBlobOwner), owner: relatedToAccount(accountOfParent) },
  BlobPayload: { blob: partOfParent },
  BlobConnection: { edges: partOfParent, pageInfo: partOfParent },
  BlobEdge: { node: partOfParent },
};
