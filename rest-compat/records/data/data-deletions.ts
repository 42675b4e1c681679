import { DataResolver } from '../../../resolvers/records/data/data';
import { bothSpellings, readDataSetId, enveloped, withoutQuery } from './data';
import { dataErrors } from '../../errors';
import { DeleteAllDataDocument, DeleteDataSetDocument } from '../../generated/operations';
import { bulkRoute, route, type Route } from '../../route';
import { dataEnvelope, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Data';
const errors = dataErrors;

const nothingListed = dataEnvelope({ type: 'array', items: {}, maxItems: 0 });

/** Deleting uploaded data. */
export const dataDeletionRoutes: Route[] = [
  bulkRoute({
    method: 'DELETE',
    path: bothSpellings('/data'),
    tag,
    summary: describedAs('Mutation.deleteData'),
    query: {},
    body: { schema: ref('RecordSelectors'), description: 'The records to delete.' },
    success: { status: 200, description: 'The records are deleted.', schema: nothingListed },
    failures: [400, 401, 403, 404, 409, 413],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteData',
      args: { dataSetId: readDataSetId(request) },
    }),
    call: (request, readBody) =>
      DataResolver.deleteDataBody(
        request.context,
        { dataSetId: readDataSetId(request) },
        withoutQuery(request, readBody),
      ),
    reply: (_done, request) => ({ body: enveloped([], request) }),
  }),
  route({
    method: 'DELETE',
    path: bothSpellings(''),
    tag,
    query: {},
    success: {
      status: 200,
      description: 'The data set is deleted, by this or an earlier request.',
      schema: dataEnvelope({ type: 'object', maxProperties: 0 }),
    },
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'deleteDataSet',
      args: { dataSetId: readDataSetId(request) },
    }),
    operation: DeleteDataSetDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { input: { dataSetId: readDataSetId(request) } };
    },
    reply: (_deleted, request) => ({ body: enveloped({}, request) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/data',
    tag,
    query: {},
    success: { status: 200, description: 'The data sets are deleted.', schema: nothingListed },
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
