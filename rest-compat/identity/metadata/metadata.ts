import { readableName } from '../../../resolvers/identity/metadata/metadata';
import { ApiError } from '../../../src/platform/errors';
import { reasonErrorsAt } from '../../errors';
import {
  EnsurePrivateItemDocument,
  MetadataCollectionsDocument,
  MetadataDocument,
  UpdateMetadataDocument,
} from '../../generated/operations';
import { readJsonBody } from '../../json-body';
import { bulkRoute, route, type Method, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Metadata';
const errors = reasonErrorsAt({ '/input/patch': '' });

const notAllowed = { status: 401, message: 'Unauthorized' } as const;
const collection = {
  type: 'object',
  additionalProperties: true,
  description: 'Fields defined by clients.',
};

function readPatch(request: RestRequest) {
  const patch = readJsonBody(request);
  const { userId = '', collectionName = '' } = request.params;
  return { input: { userId, collection: collectionName, patch } };
}

const privateItemPath = '/metadata/{userId}/private/{fieldName}';

const nothingDeleted = {
  status: 501,
  description: 'Not supported: nothing is deleted.',
  schema: ref('Error'),
};

function refuseDeletion(collectionName: string): never {
  throw new ApiError('NOT_IMPLEMENTED', `Nothing of the collection ${collectionName} can be deleted.`);
}

/** POST and PUT are the same: both merge. */
const update = (method: Method): Route =>
  route({
    method,
    path: '/metadata/{userId}/{collectionName}',
    tag,
    summary: 'Merges into a collection: keys replace, null removes, and a key with dots is a path.',
    body: { schema: collection, description: 'The changes.' },
    success: { status: 200, description: 'The whole collection after the change.', schema: collection },
    failures: [400, 401, 404, 413],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({ type: 'Mutation', field: 'updateMetadata', args: { userId } }),
    operation: UpdateMetadataDocument,
    variables: readPatch,
    reply: ({ updateMetadata }) => ({ body: updateMetadata.collection }),
  });

/** Free-form metadata of accounts. */
export const metadataRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/metadata/collections',
    tag,
    summary: 'Names of the collections.',
    success: { status: 200, description: 'The names.', schema: { type: 'array', items: { type: 'string' } } },
    failures: [401],
    errors,
    refusedWith: notAllowed,
    operation: MetadataCollectionsDocument,
    variables: () => ({}),
    reply: ({ metadataCollections }) => ({ body: metadataCollections }),
  }),
  route({
    method: 'GET',
    path: '/metadata/{userId}/{collectionName}',
    tag,
    summary: 'One metadata collection of an account.',
    success: { status: 200, description: 'The collection.', schema: collection },
    failures: [401, 404],
    errors,
    refusedWith: notAllowed,
    operation: MetadataDocument,
    variables: ({ params: { userId = '', collectionName = '' } }) => ({ userId, collection: collectionName }),
    reply: ({ metadata }) => ({ body: metadata }),
  }),
  update('POST'),
  update('PUT'),
  bulkRoute({
    method: 'DELETE',
    path: '/metadata/{userId}/{collectionName}',
    tag,
    summary: 'Collections cannot be deleted.',
    success: nothingDeleted,
    failures: [401, 404],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({ type: 'Mutation', field: 'updateMetadata', args: { userId } }),
    call: ({ params: { collectionName = '' }, context }) =>
      refuseDeletion(readableName(context, collectionName)),
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: privateItemPath,
    tag,
    summary: 'An item of the collection private, created by the first request; for trusted servers.',
    success: { status: 200, description: 'The item.', schema: ref('PrivateItem') },
    failures: [400, 401, 404],
    errors,
    refusedWith: notAllowed,
    operation: EnsurePrivateItemDocument,
    variables: ({ params: { userId = '', fieldName = '' } }) => ({ input: { userId, name: fieldName } }),
    reply: ({ ensurePrivateItem }) => ({ body: ensurePrivateItem.item }),
  }),
  bulkRoute({
    method: 'DELETE',
    path: privateItemPath,
    tag,
    summary: 'Items cannot be deleted.',
    success: nothingDeleted,
    failures: [401],
    errors,
    refusedWith: notAllowed,
    guard: () => ({ type: 'Mutation', field: 'ensurePrivateItem' }),
    call: () => refuseDeletion('private'),
    reply: () => ({}),
  }),
];
