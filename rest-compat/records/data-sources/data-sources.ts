import { DataSourcesResolver } from '../../../resolvers/records/data-sources/data-sources';
import { notFound } from '../../../src/platform/errors';
import { dataErrors } from '../../errors';
import {
  CreateDataSourceDocument,
  DataSourceByIdDocument,
  DataSourceOfSessionDocument,
  DataSourcesOfUserDocument,
  DeleteDataSourceDocument,
  DeleteDataSourcesDocument,
  UpdateDataSourceDocument,
} from '../../generated/operations';
import { idempotencyKey } from '../../idempotency-key';
import { notNull } from '../../json-body';
import { pageParameters, pageVariables } from '../../paging';
import { enveloped, recordsBody, recordsStored } from '../data/data';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Data sources';
const errors = dataErrors;

const states = ['connected', 'disconnected', 'error'] as const;
const graphState = { connected: 'CONNECTED', disconnected: 'DISCONNECTED', error: 'ERROR' } as const;

const listParameters = {
  ...pageParameters,
  providerType: {
    description: describedAs('User.dataSources(providerType)'),
    schema: { type: 'string', enum: ['oauth'] },
  },
  providerName: { description: describedAs('User.dataSources(providerName)') },
  providerExternalId: { description: describedAs('User.dataSources(providerExternalId)') },
  state: { description: describedAs('User.dataSources(state)'), schema: { type: 'string', enum: states } },
};

const revisionParameter = {
  revision: {
    description: 'Only if this is still its current revision; otherwise the response is 404.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Revisions are 32-bit numbers. */
const largestRevision = 2 ** 31 - 1;

function readRevision({ query }: RestRequest): number | undefined {
  query.assertOnly(['revision']);
  return query.integer('revision', { minimum: 0, maximum: largestRevision });
}

function listVariables({ params, query }: RestRequest) {
  query.assertOnly(Object.keys(listParameters));
  const state = query.word('state', states);
  return {
    userId: params.userId ?? '',
    ...pageVariables(query),
    providerType: query.word('providerType', ['oauth']) && ('OAUTH' as const),
    providerName: query.nonEmptyText('providerName'),
    providerExternalId: query.nonEmptyText('providerExternalId'),
    state: state && graphState[state],
  };
}

const readSourceId = ({ params }: RestRequest): string => params.dataSourceId ?? '';

const changeGuard = (field: string) => (request: RestRequest) => ({
  type: 'Mutation',
  field,
  args: { input: { id: readSourceId(request) } },
});

const ofUser = (field: string) => (request: RestRequest) => ({
  type: 'Mutation',
  field,
  args: { input: { userId: request.params.userId } },
});

const oneSource = { status: 200, description: 'The data source.', schema: ref('DataSource') };

/** Sources from which data of accounts is imported. */
export const dataSourceRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/users/{userId}/data_sources',
    tag,
    summary: 'Lists the data sources of an account, newest first.',
    query: listParameters,
    success: { status: 200, description: 'The data sources.', schema: arrayOf(ref('DataSource')) },
    failures: [400, 401, 403],
    errors,
    guard: ({ params }) => ({ type: 'User', field: 'dataSources', parent: { id: params.userId } }),
    operation: DataSourcesOfUserDocument,
    variables: listVariables,
    reply: ({ user }) => ({ body: user?.dataSources.edges.map(({ node }) => node.raw) ?? [] }),
  }),
  route({
    method: 'POST',
    path: '/v1/users/{userId}/data_sources',
    tag,
    summary: 'Creates a data source, for trusted servers.',
    query: {},
    body: { schema: ref('NewDataSource'), description: 'The data source.' },
    success: { ...oneSource, status: 201 },
    failures: [400, 401, 403, 404, 409, 413],
    errors,
    guard: ofUser('createDataSource'),
    operation: CreateDataSourceDocument,
    variables: ({ params: { userId = '' }, query, body }) => {
      query.assertOnly([]);
      return { input: { userId, dataSource: notNull(body) } };
    },
    reply: ({ createDataSource }) => ({ body: createDataSource.dataSource.raw }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/data_sources',
    tag,
    summary: 'Deletes all data sources of an account and their provider sessions, for trusted servers.',
    query: {},
    success: { status: 204, description: 'The data sources are deleted.' },
    failures: [400, 401, 403],
    errors,
    guard: ofUser('deleteDataSources'),
    operation: DeleteDataSourcesDocument,
    variables: ({ params: { userId = '' }, query }) => {
      query.assertOnly([]);
      return { input: { userId } };
    },
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/data_sources/{dataSourceId}',
    tag,
    summary: 'A data source.',
    query: {},
    success: oneSource,
    failures: [400, 401, 403, 404],
    errors,
    guard: (request) => ({ type: 'Query', field: 'dataSource', args: { id: readSourceId(request) } }),
    operation: DataSourceByIdDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { id: readSourceId(request) };
    },
    reply: ({ dataSource }) => ({ body: dataSource.raw }),
  }),
  route({
    method: 'PUT',
    path: '/v1/data_sources/{dataSourceId}',
    tag,
    summary: 'Changes a data source, for trusted servers. Absent fields stay unchanged.',
    query: revisionParameter,
    body: { schema: ref('DataSourceUpdate'), description: 'The changes.' },
    success: oneSource,
    failures: [400, 401, 403, 404, 409, 413],
    errors,
    guard: changeGuard('updateDataSource'),
    operation: UpdateDataSourceDocument,
    variables: (request) => ({
      input: { id: readSourceId(request), revision: readRevision(request), changes: notNull(request.body) },
    }),
    reply: ({ updateDataSource }) => ({ body: updateDataSource.dataSource.raw }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/data_sources/{dataSourceId}',
    tag,
    summary: 'Deletes a data source and its provider session, for trusted servers.',
    query: revisionParameter,
    success: { status: 200, description: 'The data source is deleted.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: changeGuard('deleteDataSource'),
    operation: DeleteDataSourceDocument,
    variables: (request) => ({ input: { id: readSourceId(request), revision: readRevision(request) } }),
    reply: () => ({}),
  }),
  bulkRoute({
    method: 'POST',
    path: '/v1/partners/twiist/data/{linkId}',
    tag,
    summary: 'Adds a partner’s records to the data set of the account with this link id.',
    query: {},
    headers: idempotencyKey,
    body: recordsBody,
    success: recordsStored,
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'uploadProviderData', args: { providerName: 'twiist' } }),
    call({ context, params: { linkId = '' }, query }, readBody) {
      query.assertOnly([]);
      const account = { providerName: 'twiist', externalId: linkId };
      return DataSourcesResolver.uploadProviderBody(context, account, readBody);
    },
    reply: (_stored, request) => ({ body: enveloped([], request) }),
  }),
  route({
    method: 'GET',
    path: '/v1/provider_sessions/{sessionId}/data_source',
    tag,
    summary: 'The data source linked to a provider session, for trusted servers.',
    query: {},
    success: oneSource,
    failures: [400, 401, 403, 404],
    errors,
    guard: () => ({ type: 'Query', field: 'providerSession' }),
    operation: DataSourceOfSessionDocument,
    variables: ({ params: { sessionId = '' }, query }) => {
      query.assertOnly([]);
      return { sessionId };
    },
    reply({ providerSession: { dataSource } }) {
      if (!dataSource) throw notFound('No data source is linked to this provider session.');
      return { body: dataSource.raw };
    },
  }),
];
