import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { providerClient } from '../../../support/provider-sessions';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

describe('a deleted account', () => {
  it('leaves no data source, provider session or task, and those of others stay', async () => {
    const token = await newServerToken(own.server);
    const client = providerClient(own.server, token);
    const [gone, other] = [await newAccount(own.server), await newAccount(own.server)];
    for (const user of [gone, other]) {
      await client.session(user, 'dexcom');
      await client.source(user, 'abbott');
    }
    await own.app.services.dataSources.forgetAccount(gone.userId);
    await own.app.services.dataSources.forgetAccount(gone.userId);
    expect([await client.sources(gone), await client.sessions(gone)]).toEqual([[], []]);
    expect(await client.sources(other)).toHaveLength(2);
    const [session] = await client.sessions(other);
    const { body } = await api(own.server).get('/v1/tasks?type=org.tidepool.oauth.dexcom.fetch', { token });
    expect(body).toMatchObject([{ data: { providerSessionId: session?.id } }]);
  });
});
