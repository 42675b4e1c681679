import { DataResolver } from '../../../resolvers/records/data/data';
import type { RecordFilter } from '../../../src/records/data/record-filter';
import { dataErrors, traceOnWire } from '../../errors';
import {
  CreateDataSetDocument,
  DataSetByIdDocument,
  DataSetsOfUserDocument,
  type DataSetsOfUserQuery,
} from '../../generated/operations';
import { idempotencyKey } from '../../idempotency-key';
import { notNull } from '../../json-body';
import { pageParameters, pageVariables } from '../../paging';
import { bulkRoute, route, type BodyReaders, type RestRequest, type Route } from '../../route';
import { arrayOf, dataEnvelope, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Data';
const errors = dataErrors;
const mebibyte = 1024 * 1024;

/** The envelope of older routes: clients read the payload from `data` and display the trace. */
export const enveloped = (data: unknown, { trace }: RestRequest) => ({
  data,
  meta: { trace: traceOnWire(trace) },
});

const listParameters = {
  ...pageParameters,
  deleted: {
    description: describedAs('User.dataSets(includeDeleted)'),
    schema: { type: 'boolean', default: false },
  },
};

const filterParameters = {
  'client.name': { description: 'Only those uploaded by exactly this application.' },
  deviceId: { description: 'Only those of exactly this device.' },
};

/** Variables for a list of data sets; `filters` names the parameters of this route in addition to paging. */
function listVariables({ params, query }: RestRequest, filters: readonly string[]) {
  query.assertOnly([...Object.keys(listParameters), ...filters]);
  return {
    userId: params.userId ?? '',
    ...pageVariables(query),
    includeDeleted: query.boolean('deleted'),
    clientName: query.nonEmptyText('client.name'),
    deviceId: query.nonEmptyText('deviceId'),
  };
}

const listDataSets = ({ user }: DataSetsOfUserQuery): unknown[] =>
  user?.dataSets.edges.map(({ node }) => node.raw) ?? [];

const listGuard = (request: RestRequest) => ({
  type: 'User',
  field: 'dataSets',
  parent: { id: request.params.userId },
});

export const readDataSetId = ({ params }: RestRequest): string => params.dataSetId ?? '';

export const bothSpellings = (rest: string): string[] => [
  `/v1/datasets/{dataSetId}${rest}`,
  `/v1/data_sets/{dataSetId}${rest}`,
];

/** Reads the body after making sure that there is no query, because none of these routes has parameters. */
export const withoutQuery =
  ({ query }: RestRequest, readBody: BodyReaders['readBody']): BodyReaders['readBody'] =>
  (admit) => {
    query.assertOnly([]);
    return readBody(admit);
  };

const oneDataSet = { status: 200, description: 'The data set.', schema: dataEnvelope(ref('DataSet')) };

export const recordsBody = {
  schema: arrayOf(ref('Record')),
  description: `The records, at most ${DataResolver.mostRecords}.`,
  limit: 32 * mebibyte,
  mostItems: DataResolver.mostRecords,
};

export const recordsStored = {
  status: 200,
  description: 'The records are stored.',
  schema: dataEnvelope({ type: 'array', items: {}, maxItems: 0 }),
};

/** Filters of `GET /data/{userId}`; other parameters are ignored. */
const recordParameters = {
  type: { description: 'Record types, separated by commas; unknown names match nothing.' },
  subType: { description: 'Subtypes, separated by commas; `subtype` is an alias.' },
  deviceId: { description: describedAs('DataFilter.deviceId') },
  uploadId: { description: 'Only records of this data set.' },
  startDate: { description: 'Only records at this instant or later; RFC 3339 with a zone.' },
  endDate: { description: 'Only records at this instant or earlier; RFC 3339 with a zone.' },
  latest: { description: 'Only the newest record of each type.', schema: { type: 'boolean' } },
  carelink: {
    description: describedAs('DataFilter.carelink'),
    schema: { type: 'boolean' },
  },
  medtronic: {
    description: describedAs('DataFilter.medtronic'),
    schema: { type: 'boolean' },
  },
  cbgFilter: {
    description: 'Whether readings from the sensor’s cloud service replace others of the same time.',
    schema: { type: 'boolean', default: true },
  },
  dexcom: { description: 'The opposite of `cbgFilter`, used by older clients.', schema: { type: 'boolean' } },
  sampleIntervalMinimum: {
    description:
      'Excludes sensor readings taken at shorter intervals, in milliseconds; 0 or less excludes none.',
    schema: { type: 'integer' },
  },
  'dosingDecision.reason': {
    description: 'Reasons, separated by commas: excludes dosing decisions made for other reasons.',
  },
};

/** Older clients send `dexcom` for the opposite; both are accepted. */
function readCbgFilter(query: RestRequest['query']): boolean | undefined {
  const dexcom = query.boolean('dexcom');
  return query.boolean('cbgFilter') ?? (dexcom === undefined ? undefined : !dexcom);
}

function readRecordFilter({ query }: RestRequest): RecordFilter {
  const subTypes = [...(query.list('subType') ?? []), ...(query.list('subtype') ?? [])];
  return {
    types: query.list('type'),
    subTypes: subTypes.length > 0 ? subTypes : undefined,
    deviceId: query.text('deviceId'),
    uploadId: query.text('uploadId'),
    from: query.instant('startDate'),
    to: query.instant('endDate'),
    carelink: query.boolean('carelink'),
    medtronic: query.boolean('medtronic'),
    preferCloudCgm: readCbgFilter(query),
    minSampleInterval: query.integer('sampleIntervalMinimum'),
    dosingDecisionReasons: query.list('dosingDecision.reason'),
  };
}

async function* wholeArray(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(`[${texts.join(',')}]`));
}

/** Data sets and records. */
export const dataRoutes: Route[] = [
  route({
    method: 'POST',
    path: ['/v1/users/{userId}/datasets', '/v1/users/{userId}/data_sets'],
    tag,
    headers: idempotencyKey,
    body: { schema: ref('NewDataSet'), description: 'Details from the uploader.' },
    success: { ...oneDataSet, status: 201 },
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: ({ params: { userId } }) => ({ type: 'Mutation', field: 'createDataSet', args: { userId } }),
    operation: CreateDataSetDocument,
    variables: ({ params: { userId = '' }, query, body }) => {
      query.assertOnly([]);
      return { input: { userId, dataSet: notNull(body) } };
    },
    reply: ({ createDataSet }, request) => ({ body: enveloped(createDataSet.dataSet.raw, request) }),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/datasets',
    tag,
    summary: 'Lists the data sets of an account, newest first, in an envelope.',
    query: listParameters,
    success: { status: 200, description: 'The data sets.', schema: dataEnvelope(arrayOf(ref('DataSet'))) },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({ ...listGuard(request), field: 'data' }),
    operation: DataSetsOfUserDocument,
    variables: (request) => listVariables(request, []),
    reply: (data, request) => ({ body: enveloped(listDataSets(data), request) }),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/data_sets',
    tag,
    summary: 'Lists the data sets of an account, newest first.',
    query: { ...listParameters, ...filterParameters },
    success: { status: 200, description: 'The data sets.', schema: arrayOf(ref('DataSet')) },
    failures: [400, 401, 403],
    errors,
    guard: listGuard,
    operation: DataSetsOfUserDocument,
    variables: (request) => listVariables(request, Object.keys(filterParameters)),
    reply: (data) => ({ body: listDataSets(data) }),
  }),
  route({
    method: 'GET',
    path: '/v1/data_sets/{dataSetId}',
    tag,
    summary: 'One data set, deleted or not.',
    success: { status: 200, description: 'The data set.', schema: ref('DataSet') },
    failures: [401, 403, 404],
    errors,
    operation: DataSetByIdDocument,
    variables: (request) => ({ id: readDataSetId(request) }),
    reply: ({ dataSet }, { query }) => {
      query.assertOnly([]);
      return { body: dataSet.raw };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/datasets/{dataSetId}',
    tag,
    summary: 'One data set, in an envelope.',
    success: oneDataSet,
    failures: [401, 403, 404],
    errors,
    operation: DataSetByIdDocument,
    variables: (request) => ({ id: readDataSetId(request) }),
    reply: ({ dataSet }, request) => {
      request.query.assertOnly([]);
      return { body: enveloped(dataSet.raw, request) };
    },
  }),
  bulkRoute({
    method: 'PUT',
    path: bothSpellings(''),
    tag,
    summary: 'Closes a normal data set; a trusted server changes a continuous one.',
    query: {},
    success: oneDataSet,
    failures: [400, 401, 403, 404, 409],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'updateDataSet',
      args: { dataSetId: readDataSetId(request) },
    }),
    body: {
      schema: { type: 'object' },
      description: 'Changes to a continuous data set; ignored for a normal one.',
    },
    call: (request, readBody) =>
      DataResolver.updateBody(
        request.context,
        { dataSetId: readDataSetId(request) },
        { assertValid: () => request.query.assertOnly([]), readBody },
      ),
    reply: (dataSet, request) => ({ body: enveloped(dataSet, request) }),
  }),
  bulkRoute({
    method: 'POST',
    path: bothSpellings('/data'),
    tag,
    summary: 'Adds records to a data set: either all or none.',
    query: {},
    headers: idempotencyKey,
    body: recordsBody,
    success: recordsStored,
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'uploadData',
      args: { dataSetId: readDataSetId(request) },
    }),
    call: (request, readBody) =>
      DataResolver.uploadBody(
        request.context,
        { dataSetId: readDataSetId(request) },
        withoutQuery(request, readBody),
      ),
    reply: (_stored, request) => ({ body: enveloped([], request) }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/data/{userId}',
    tag,
    summary: 'The records of an account, by time and then by id.',
    query: recordParameters,
    restrictedToken: true,
    success: { status: 200, description: 'The records.', schema: arrayOf(ref('StoredRecord')) },
    failures: [400, 401, 403],
    errors,
    guard: ({ params }) => ({ type: 'User', field: 'data', parent: { id: params.userId } }),
    call: async (request) => {
      const [filter, isLatest] = request.query.together(() => [
        readRecordFilter(request),
        request.query.boolean('latest'),
      ]);
      const user = { id: request.params.userId ?? '' };
      if (!isLatest) return DataResolver.streamData(request.context, user, filter);
      return wholeArray(await DataResolver.latestTexts(request.context, user, filter));
    },
    reply: (stream) => ({ stream }),
  }),
];
