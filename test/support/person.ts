import { newAccount, newServerToken, type TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';

/** A person whose devices upload data, and who reads it. */
export interface Person extends TestAccount {
  /** Creates a data set from `body`. */
  create(body?: unknown): Promise<Answer>;
  /** Creates a data set and returns its id. Throws when the server refuses. */
  opened(body?: unknown): Promise<string>;
  /** Creates a continuous data set and returns its id. Throws when the server refuses. */
  openedContinuous(body?: object): Promise<string>;
  upload(dataSetId: string, records: unknown): Promise<Answer>;
  /** Uploads records. Throws when the server refuses. */
  uploaded(dataSetId: string, records: unknown): Promise<void>;
  /** Uploads one or more records over the legacy route. */
  uploadLegacy(body: unknown): Promise<Answer>;
  /** Uploads over the legacy route and returns the indexes of duplicates. Throws when the server refuses. */
  uploadedLegacy(body: unknown): Promise<number[]>;
  close(dataSetId: string): Promise<Answer>;
  /** Closes a normal data set. Throws when the server refuses. */
  closed(dataSetId: string): Promise<void>;
  /** Deletes the records of a data set that match `selectors`. */
  deleteData(dataSetId: string, selectors: unknown): Promise<Answer>;
  /** Deletes a data set. Throws when the server refuses. */
  deleted(dataSetId: string): Promise<void>;
  /** Deletes all data of the account permanently, as a trusted server. Throws when it is refused. */
  deletedAll(): Promise<void>;
  /** Requests records; `query` follows the question mark. */
  read(query?: string): Promise<Answer>;
  /** The records of a query. Throws when the server refuses. */
  records(query?: string): Promise<Json[]>;
  /** The data sets of a query. Throws when the server refuses. */
  dataSets(query?: string): Promise<Json[]>;
}

/** The name of a deduplicator, as uploaders send it. */
export const deduplicator = (name: string) => ({ name: `org.tidepool.deduplicator.${name}` });

/** Creates the account of a person. */
export async function newPerson(server: ServerUnderTest): Promise<Person> {
  const account = await newAccount(server);
  const { userId, token } = account;
  const { delete: remove, get, post, put } = api(server);

  const create = (body: unknown = {}) => post(`/v1/users/${userId}/data_sets`, { token, body });
  const opened = async (body?: unknown): Promise<string> => expecting(201, await create(body)).data.uploadId;
  const upload = (dataSetId: string, body: unknown) =>
    post(`/v1/data_sets/${dataSetId}/data`, { token, body });
  const uploadLegacy = (body: unknown) => post(`/data/${userId}`, { token, body });
  const close = (dataSetId: string) => put(`/v1/data_sets/${dataSetId}`, { token });
  const read = (query = '') => get(`/data/${userId}?${query}`, { token });
  return {
    ...account,
    create,
    opened,
    openedContinuous: (body) => opened({ dataSetType: 'continuous', ...body }),
    upload,
    uploaded: async (dataSetId, records) => void expecting(200, await upload(dataSetId, records)),
    uploadLegacy,
    uploadedLegacy: async (body) => expecting(200, await uploadLegacy(body)),
    close,
    closed: async (dataSetId) => void expecting(200, await close(dataSetId)),
    deleteData: (dataSetId, body) => remove(`/v1/data_sets/${dataSetId}/data`, { token, body }),
    deleted: async (dataSetId) => void expecting(200, await remove(`/v1/data_sets/${dataSetId}`, { token })),
    deletedAll: async () => {
      const asServer = { token: await newServerToken(server) };
      expecting(200, await remove(`/v1/users/${userId}/data`, asServer));
    },
    read,
    records: async (query) => expecting(200, await read(query)),
    dataSets: async (query = '') =>
      expecting(200, await get(`/v1/users/${userId}/data_sets?${query}`, { token })),
  };
}

function expecting(status: number, answer: Answer): Json {
  if (answer.status !== status) throw new Error(`The server answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
