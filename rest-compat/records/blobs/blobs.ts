import { BlobsResolver } from '../../../resolvers/records/blobs/blobs';
import { normalizeMediaType } from '../../../src/platform/http/media-type';
import { readContentType, readMd5, readTogether } from '../../content-headers';
import { dataErrors } from '../../errors';
import {
  BlobByIdDocument,
  BlobsOfUserDocument,
  DeleteBlobDocument,
  DeleteBlobsDocument,
  type BlobStatus,
} from '../../generated/operations';
import { idempotencyKey } from '../../idempotency-key';
import { pageParameters, pageVariables } from '../../paging';
import { checkedContentId, checkedUserId } from '../../path-ids';
import {
  bulkRoute,
  route,
  type BodyReaders,
  type RequestBody,
  type RestRequest,
  type Route,
} from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Blobs';
const errors = dataErrors;

const statuses = { created: 'CREATED', available: 'AVAILABLE' } as const satisfies Record<string, BlobStatus>;

const statusNames = Object.keys(statuses) as (keyof typeof statuses)[];

/** The plus of a suffix such as `+json`, sent unescaped, has become a blank, and no media type has one there. */
const readMediaType = (text: string) =>
  normalizeMediaType(text) ?? normalizeMediaType(text.replace(/(?<=[\w.-]) (?=[\w.-])/g, '+'));

/** Repeatable parameters. */
const listFilters = {
  mediaType: { description: 'Media types, separated by commas: only blobs with exactly these.' },
  status: { description: '`created` and `available`, separated by commas; `available` by default.' },
};

const revision = {
  revision: {
    description: describedAs('DeleteBlobInput.revision'),
    schema: { type: 'integer', minimum: 0 },
  },
};

const headers = {
  'Content-Type': { description: 'Media type of the content.', required: true },
  Digest: { description: 'MD5 of the content: `MD5=` and 24 characters of base64.' },
};

const binary = { type: 'string', format: 'binary' };

const content: RequestBody = {
  schema: binary,
  mediaType: '*/*',
  description: 'The content, up to 100 MiB. It is stored unchanged.',
  limit: 100 * 1024 * 1024,
};

/** Details of an upload. Throws when its headers are invalid. */
const readUpload = (request: RestRequest, readStream: BodyReaders['readStream']) => () => {
  const { mediaType, digestMD5 } = readTogether({
    query: () => request.query.assertOnly([]),
    mediaType: () => readContentType(request),
    digestMD5: () => readMd5(request),
  });
  return { mediaType, digestMD5, pieces: readStream() };
};

const readBlobId = (request: RestRequest): string => checkedContentId(request, 'blobId');

const readGuard = (request: RestRequest) => ({
  type: 'Query',
  field: 'blob',
  args: { id: readBlobId(request) },
});

const oneBlob = { status: 200, description: 'The blob.', schema: ref('Blob') };

/** Binary content of accounts. */
export const blobRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/users/{userId}/blobs',
    tag,
    summary: 'Lists the blobs of an account, newest first.',
    query: { ...pageParameters, ...listFilters },
    success: { status: 200, description: 'The blobs.', schema: arrayOf(ref('Blob')) },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({ type: 'User', field: 'blobs', parent: { id: checkedUserId(request) } }),
    operation: BlobsOfUserDocument,
    variables: ({ params, query }) => {
      const repeatable = Object.keys(listFilters);
      query.assertOnly([...Object.keys(pageParameters), ...repeatable], repeatable);
      return {
        userId: params.userId ?? '',
        mediaTypes: query.readList('mediaType', readMediaType),
        statuses: query.words('status', statusNames)?.map((name) => statuses[name]),
        ...pageVariables(query),
      };
    },
    reply: ({ user }) => ({ body: user?.blobs.edges.map(({ node }) => node.raw) ?? [] }),
  }),
  bulkRoute({
    method: 'POST',
    path: '/v1/users/{userId}/blobs',
    tag,
    summary: 'Creates a blob; without a body, its content is uploaded later.',
    headers: { ...headers, ...idempotencyKey },
    body: { ...content, optional: true },
    success: { ...oneBlob, status: 201 },
    failures: [400, 401, 403, 404, 413, 422],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'createBlob',
      args: { userId: checkedUserId(request) },
    }),
    call: (request, _readBody, readStream) =>
      BlobsResolver.createWithContent(
        request.context,
        { userId: checkedUserId(request) },
        readUpload(request, readStream),
      ),
    reply: ({ raw }) => ({ body: raw }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/blobs',
    tag,
    summary: 'Deletes all blobs of an account.',
    success: { status: 204, description: 'The blobs are deleted.' },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteBlobs',
      args: { userId: checkedUserId(request) },
    }),
    operation: DeleteBlobsDocument,
    variables: ({ params, query }) => {
      query.assertOnly([]);
      return { input: { userId: params.userId ?? '' } };
    },
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/blobs/{blobId}',
    tag,
    summary: 'The metadata of a blob.',
    success: oneBlob,
    failures: [400, 401, 403, 404],
    errors,
    guard: readGuard,
    operation: BlobByIdDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { id: readBlobId(request) };
    },
    reply: ({ blob }) => ({ body: blob.raw }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/blobs/{blobId}',
    tag,
    summary: 'Deletes a blob.',
    query: revision,
    success: { status: 204, description: 'The blob is deleted.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteBlob',
      args: { blobId: readBlobId(request) },
    }),
    operation: DeleteBlobDocument,
    variables: (request) => {
      const { query } = request;
      query.assertOnly(Object.keys(revision));
      const largest = 2 ** 31 - 1;
      return {
        input: {
          blobId: readBlobId(request),
          revision: query.integer('revision', { minimum: 0, maximum: largest }),
        },
      };
    },
    reply: () => ({}),
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/blobs/{blobId}/content',
    tag,
    summary: 'The content of a blob, unchanged, with its MD5 in the header Digest.',
    success: { status: 200, description: 'The content.', schema: binary, mediaType: '*/*' },
    failures: [400, 401, 403, 404],
    errors,
    guard: readGuard,
    call: (request) => {
      request.query.assertOnly([]);
      return BlobsResolver.content(request.context, { blobId: readBlobId(request) });
    },
    reply: ({ content: bytes, size, digestMD5, mediaType }) => ({
      content: bytes,
      headers: { 'Content-Length': size, 'Content-Type': mediaType, Digest: `MD5=${digestMD5}` },
    }),
  }),
  bulkRoute({
    method: 'PUT',
    path: '/v1/blobs/{blobId}/content',
    tag,
    summary: 'Uploads the content of a blob that was created without it.',
    headers,
    body: content,
    success: oneBlob,
    failures: [400, 401, 403, 404, 409, 413],
    errors,
    guard: (request) => ({ type: 'Blob', field: 'uploadUrl', parent: { id: readBlobId(request) } }),
    call: (request, _readBody, readStream) =>
      BlobsResolver.addContent(
        request.context,
        { blobId: readBlobId(request) },
        readUpload(request, readStream),
      ),
    reply: ({ raw }) => ({ body: raw }),
  }),
];
