import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newPerson } from '../../support/person';
import { providerClient } from '../../support/provider-sessions';
import { serverUnderTest } from '../../support/server';
import { later, muchLater, reading, type Update } from './update';

const server = serverUnderTest();

/** Changes of data sets, of what fills them, and of tasks. */
export const updatesOfData: readonly Update[] = [
  {
    mutation: 'updateDataSet',
    within: 'set',
    values: {
      ...{ deviceId: 'device', deviceModel: 'model', deviceSerialNumber: 'serial', timezone: 'Europe/Paris' },
      time: '2024-05-06T07:08:09.000Z',
    },
    open: async () => {
      const [person, token] = [await newPerson(server), await newServerToken(server)];
      const dataSetId = await person.openedContinuous();
      const selection = 'deviceId deviceModel deviceSerialNumber timezone time';
      return { token, key: { dataSetId }, read: reading(token, `dataSet(id: "${dataSetId}")`, selection) };
    },
  },
  {
    mutation: 'updateDataSource',
    within: 'set',
    values: {
      ...{ earliestDataTime: '2024-01-01T00:00:00.000Z', latestDataTime: '2024-02-01T00:00:00.000Z' },
      ...{ lastImportTime: '2024-02-02T00:00:00.000Z', dataSetIds: ['c'.repeat(32)] },
      ...{ metadata: { a: 1 }, providerExternalId: 'e', error: { detail: 'It failed.' } },
    },
    open: async () => {
      const [person, token] = [await newAccount(server), await newServerToken(server)];
      const { id } = await providerClient(server, token).source(person, 'dexcom');
      const selection =
        'earliestDataTime latestDataTime lastImportTime dataSetIds metadata providerExternalId error state';
      return { token, key: { id }, read: reading(token, `dataSource(id: "${id}")`, selection) };
    },
  },
  {
    mutation: 'updateProviderSession',
    within: 'set',
    values: {
      externalId: 'e',
      oauthToken: {
        ...{ accessToken: 'a', tokenType: 'Bearer', refreshToken: 'r', scope: ['read'], idToken: 'x.y.z' },
        expirationTime: '2030-01-02T03:04:05.600Z',
      },
    },
    open: async () => {
      const [person, token] = [await newAccount(server), await newServerToken(server)];
      const { id } = await providerClient(server, token).session(person, 'dexcom');
      // The graph does not show the token, so it is read from the REST route for trusted servers.
      const read = async (): Promise<Json> => {
        const { externalId, oauthToken } = (await api(server).get(`/v1/provider_sessions/${id}`, { token }))
          .body;
        return { externalId: externalId ?? null, oauthToken: oauthToken ?? null };
      };
      return { token, key: { id }, read };
    },
  },
  {
    mutation: 'updateTask',
    within: 'set',
    values: { availableTime: later, expirationTime: muchLater, priority: 3, data: { a: 1 } },
    open: async () => {
      const token = await newServerToken(server);
      const body = { type: 'of a test of updates' };
      const { id } = (await api(server).post('/v1/tasks', { token, body })).body;
      const selection = 'availableTime expirationTime priority data';
      return { token, key: { id }, read: reading(token, `task(id: "${id}")`, selection) };
    },
  },
];
