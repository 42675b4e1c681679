import type { IRules } from 'graphql-shield';
import { notFound } from '../../errors';
import type { RequestContext } from '../../request/request-context';
import { anyPermission, argumentUserId, managesAccount, mayOnAccount, partOfParent, thisUser } from './rules';

type Arguments = Record<string, unknown>;

/** The owner of a blob. Throws when there is no such blob. */
async function ownerOfBlob(context: RequestContext, id: unknown): Promise<string> {
  const blob = await context.load(context.services.blobs.findMany, String(id));
  if (!blob) throw notFound('There is no blob with this id.');
  return blob.userId;
}

/** The owner of the blob that the argument `blobId`, or `id`, names. */
const argumentBlobOwner = (args: Arguments, _parent: unknown, context: RequestContext): Promise<string> => {
  const { blobId, id } = (args.input ?? args) as Arguments;
  return ownerOfBlob(context, blobId ?? id);
};

const thisBlobOwner = (_args: Arguments, blob: { id: string }, context: RequestContext): Promise<string> =>
  ownerOfBlob(context, blob.id);

async function argumentDeviceLogOwner(
  { id }: Arguments,
  _parent: unknown,
  context: RequestContext,
): Promise<string> {
  const log = await context.load(context.services.deviceLogs.findMany, String(id));
  if (!log) throw notFound('There is no device log with this id.');
  return log.userId;
}

/** Blobs and device logs. */
export const storageRules: IRules = {
  Query: {
    blob: mayOnAccount(['view', 'upload', 'custodian'], argumentBlobOwner),
    deviceLog: mayOnAccount(anyPermission, argumentDeviceLogOwner),
  },
  Mutation: {
    createBlob: mayOnAccount(['upload'], argumentUserId),
    deleteBlob: mayOnAccount(['upload', 'custodian'], argumentBlobOwner),
    deleteBlobs: managesAccount(argumentUserId),
    createDeviceLog: mayOnAccount(['upload', 'custodian'], argumentUserId),
  },
  User: {
    blobs: mayOnAccount(['view', 'upload', 'custodian'], thisUser),
    deviceLogs: mayOnAccount(anyPermission, thisUser),
  },
  Blob: { uploadUrl: mayOnAccount(['upload'], thisBlobOwner) },
  BlobPayload: { blob: partOfParent },
  BlobConnection: { edges: partOfParent, pageInfo: partOfParent },
  BlobEdge: { node: partOfParent },
  DeviceLogPayload: { deviceLog: partOfParent },
  DeviceLogConnection: { edges: partOfParent, pageInfo: partOfParent },
  DeviceLogEdge: { node: partOfParent },
};
