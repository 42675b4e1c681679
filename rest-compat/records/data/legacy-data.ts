import { DataResolver } from '../../../resolvers/records/data/data';
import { forbidden } from '../../../src/platform/errors';
import { withoutQuery } from './data';
import { dataErrors } from '../../errors';
import { bulkRoute, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const largestBody = 4 * 1024 * 1024;

/** The account in the path, or the caller's own. Throws when a trusted server names none. */
function readAccountId({ params: { userId }, context: { caller } }: RestRequest): string {
  if (userId !== undefined) return userId;
  if (caller.kind === 'server') throw forbidden('A trusted server has no data of its own.');
  return caller.kind === 'user' ? caller.userId : '';
}

/** The legacy upload route, whose records name their upload themselves. */
export const legacyDataRoutes: Route[] = [
  bulkRoute({
    method: 'POST',
    path: ['/data/{userId}', '/data'],
    tag: 'Data',
    summary: 'Stores records in legacy format; without an account in the path, for the caller.',
    query: {},
    body: {
      schema: ref('LegacyRecords'),
      description: 'One record, or an array of records.',
      limit: largestBody,
      mostItems: DataResolver.mostRecords,
    },
    success: {
      status: 200,
      description: 'Indexes of the records that already existed.',
      schema: { type: 'array', items: { type: 'integer', minimum: 0 } },
    },
    failures: [400, 401, 403, 404, 413],
    errors: dataErrors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'uploadLegacyData',
      args: { userId: readAccountId(request) },
    }),
    call: (request, readBody) =>
      DataResolver.uploadLegacyBody(
        request.context,
        { userId: readAccountId(request) },
        withoutQuery(request, readBody),
      ),
    reply: (duplicates) => ({ body: duplicates }),
  }),
];
