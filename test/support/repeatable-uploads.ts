import { api, type Answer } from './api';
import { logEntry, md5 } from './content';
import { legacyCbg } from './legacy-records';
import { deduplicator, type Person } from './person';
import { at, cbg, type SentRecord } from './records';
import type { ServerUnderTest } from './server';

/** A request that creates something, and a count of the results. */
export interface RepeatableUpload {
  path: string;
  headers: Record<string, string>;
  raw: string;
  /** Number of created items. */
  size: number;
  /** What a response says about the created items. */
  made: (answer: Answer) => unknown;
  /** Number of items in the end. */
  count: () => Promise<number>;
}

type Making = (server: ServerUnderTest, person: Person) => Promise<RepeatableUpload>;

const json = { 'Content-Type': 'application/json' };

interface OfDataSet {
  dataSetType?: 'continuous';
  deduplicator?: string;
  record?: SentRecord;
  overGraph?: boolean;
}

/** Records for a new data set. */
const records =
  ({ dataSetType, deduplicator: name = 'none', record, overGraph = false }: OfDataSet): Making =>
  async (_server, person) => {
    const deviceId = 'device';
    const uploadId = await person.opened({ dataSetType, deviceId, deduplicator: deduplicator(name) });
    const batch = [0, 5].map((minute) => cbg({ deviceId, time: at(minute), ...record }));
    return {
      ...(overGraph
        ? overTheGraph('uploadData', 'UploadDataInput', 'stored', { dataSetId: uploadId, records: batch })
        : { path: `/v1/data_sets/${uploadId}/data`, headers: json, raw: JSON.stringify(batch) }),
      size: batch.length,
      made: ({ body }) => body.data,
      count: async () => {
        if (dataSetType === undefined) await person.closed(uploadId);
        return (await person.records(`uploadId=${uploadId}&type=cbg`)).length;
      },
    };
  };

const overTheGraph = (mutation: string, inputType: string, selection: string, input: object) => ({
  path: '/graphql',
  headers: json,
  raw: JSON.stringify({
    query: `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { ${selection} } }`,
    variables: { input },
  }),
});

/** Number of entries in a list of an account. */
const listed =
  ({ userId, token }: Person, server: ServerUnderTest, list: string) =>
  async (): Promise<number> =>
    (await api(server).get(`/v1/users/${userId}/${list}`, { token })).body.length;

const contentLists = {
  blobs: 'blobs?status=created,available',
  logs: `device_logs?startAtTime=${at(-1)}&endAtTime=${at(2)}`,
  dataSets: 'data_sets',
};

const continuous = { dataSetType: 'continuous' } as const;

/** Kinds of requests that create again if repeated after their response has arrived. */
export const repeatableUploads: Record<string, Making> = {
  'records for a data set that keeps everything': records(continuous),
  'records for a normal data set that keeps everything': records({}),
  'records for a normal data set that replaces what a device had': records({
    deduplicator: 'device.truncate.dataset',
  }),
  'records without an origin for a data set that replaces by origin': records({
    ...continuous,
    deduplicator: 'dataset.delete.origin',
  }),
  'records over the graph': records({ ...continuous, overGraph: true }),
  'a data set': async (server, person) => ({
    path: `/v1/users/${person.userId}/data_sets`,
    headers: json,
    raw: JSON.stringify(continuous),
    made: ({ body }) => body.data.uploadId,
    size: 1,
    count: listed(person, server, contentLists.dataSets),
  }),
  'a data set over the graph': async (server, person) => ({
    ...overTheGraph('createDataSet', 'CreateDataSetInput', 'dataSet { id }', {
      userId: person.userId,
      dataSet: continuous,
    }),
    made: ({ body }) => body.data.createDataSet.dataSet.id,
    size: 1,
    count: listed(person, server, contentLists.dataSets),
  }),
  'a blob': async (server, person) => ({
    path: `/v1/users/${person.userId}/blobs`,
    headers: { 'Content-Type': 'application/gzip' },
    raw: 'content',
    made: ({ body }) => body.id,
    size: 1,
    count: listed(person, server, contentLists.blobs),
  }),
  'a blob that waits for its content': async (server, person) => ({
    path: `/v1/users/${person.userId}/blobs`,
    headers: { 'Content-Type': 'application/gzip' },
    raw: '',
    made: ({ body }) => body.id,
    size: 1,
    count: listed(person, server, contentLists.blobs),
  }),
  'a blob over the graph': async (server, person) => ({
    ...overTheGraph('createBlob', 'CreateBlobInput', 'blob { id }', {
      userId: person.userId,
      mediaType: 'text/plain',
    }),
    made: ({ body }) => body.data.createBlob.blob.id,
    size: 1,
    count: listed(person, server, contentLists.blobs),
  }),
  'a device log': async (server, person) => {
    const raw = JSON.stringify([logEntry()]);
    return {
      path: `/v1/users/${person.userId}/device_logs`,
      headers: {
        ...json,
        Digest: `MD5=${md5(raw)}`,
        'X-Logs-Start-At-Time': at(0),
        'X-Logs-End-At-Time': at(1),
      },
      raw,
      made: ({ body }) => body.id,
      size: 1,
      count: listed(person, server, contentLists.logs),
    };
  },
  'a device log over the graph': async (server, person) => ({
    ...overTheGraph('createDeviceLog', 'CreateDeviceLogInput', 'deviceLog { id }', {
      userId: person.userId,
      startAtTime: at(0),
      endAtTime: at(1),
      entries: [logEntry()],
    }),
    made: ({ body }) => body.data.createDeviceLog.deviceLog.id,
    size: 1,
    count: listed(person, server, contentLists.logs),
  }),
};

/** Kinds of requests that create only once, however often they are repeated. */
export const onceStored: Record<string, Making> = {
  'a data set that has a name already': async (server, person) => ({
    path: `/dataservices/v1/users/${person.userId}/datasets`,
    headers: json,
    raw: JSON.stringify({ ...continuous, id: person.userId.replaceAll('-', '') }),
    made: ({ body }) => body.data.uploadId,
    size: 1,
    count: listed(person, server, contentLists.dataSets),
  }),
  'records that are known by hash': records({ ...continuous, deduplicator: 'dataset.drop.hash' }),
  'records of a read-out that are known by hash': records({ deduplicator: 'device.deactivate.hash' }),
  'records that are known by origin': records({
    ...continuous,
    deduplicator: 'dataset.delete.origin',
    record: { origin: { id: 'origin' } },
  }),
  'records that are known by origin and its time': records({
    ...continuous,
    deduplicator: 'dataset.delete.origin.older',
    record: { origin: { id: 'origin', time: at(0) } },
  }),
};

/** Records on the legacy route, identified by their ids, so that repeated ones are duplicates. */
export const legacyUpload = ({ userId }: Person) => ({
  path: `/data/${userId}`,
  headers: json,
  raw: JSON.stringify([legacyCbg(), legacyCbg({ time: at(5) })]),
});
