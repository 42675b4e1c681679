import { DataResolver } from '../resolvers/data/data';
import { bothSpellings, dataSetIdOf, enveloped, withoutQuery } from './data';
import { dataErrors } from './errors';
import { DeleteAllDataDocument, DeleteDataSetDocument } from './generated/operations';
import { bulkRoute, route, type Route } from './route';
import { dataEnvelope, ref } from './schemas';

const tag = 'Data';
const errors = dataErrors;

const nothingListed = dataEnvelope({ type: 'array', items: {}, maxItems: 0 });

/** Taking back what was uploaded. */
export const dataDeletionRoutes: Route[] = [
  bulkRoute({
    method: 'DELETE',
    path: bothSpellings('/data'),
    tag,
    summary: 'Deletes records of an open data set; those that do not exist are no error.',
    query: {},
    body: { schema: ref('RecordSelectors'), description: 'Which records.' },
    success: { status: 200, description: 'They are gone.', schema: nothingListed },
    failures: [400, 401, 403, 404, 409, 413],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteData',
      args: { dataSetId: dataSetIdOf(request) },
    }),
    call: (request, readBody) =>
      DataResolver.deleteDataBody(
        request.context,
        { dataSetId: dataSetIdOf(request) },
        withoutQuery(request, readBody),
      ),
    reply: (_done, request) => ({ body: enveloped([], request) }),
  }),
  route({
    method: 'DELETE',
    path: bothSpellings(''),
    tag,
    summary: 'Destroys the records of a data set; the data set stays, as a deleted one.',
    query: {},
    success: {
      status: 200,
      description: 'It is deleted, now or before.',
      schema: dataEnvelope({ type: 'object', maxProperties: 0 }),
    },
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteDataSet',
      args: { dataSetId: dataSetIdOf(request) },
    }),
    operation: DeleteDataSetDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { input: { dataSetId: dataSetIdOf(request) } };
    },
    reply: (_deleted, request) => ({ body: enveloped({}, request) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/data',
    tag,
    summary: 'Destroys all data sets of an account and their records. For trusted servers.',
    query: {},
    success: { status: 200, description: 'They are gone.', schema: nothingListed },
    failures: [400, 401, 403],
    errors,
    guard: ({ params: { userId } }) => ({ type: 'Mutation', field: 'deleteAllData', args: { userId } }),
    operation: DeleteAllDataDocument,
    variables: ({ params: { userId = '' }, query }) => {
      query.assertOnly([]);
      return { input: { userId } };
    },
    reply: (_done, request) => ({ body: enveloped([], request) }),
  }),
];
