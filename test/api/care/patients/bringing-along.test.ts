import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, patientFields } from '../../../support/clinics';
import { statsWith, tellSummary } from '../../../support/patient-summaries';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { recomputed } from '../../../support/summaries';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { delete: remove, get, post, put } = api(server);

describe('a new patient', () => {
  it('brings their data sources, unless the clinic is to manage the account', async () => {
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const body = { providerType: 'oauth', providerName: 'dexcom' };
    accepted(await post(`/v1/users/${account.userId}/data_sources`, { token, body }));
    const source = { providerName: 'dexcom', state: 'disconnected' };
    const added = await addPatient(server, clinic, account, ['view']);
    expect(added.dataSources).toEqual([expect.objectContaining(source)]);
    expect((await addPatient(server, other, account, ['custodian', 'view'])).dataSources).toBeNull();
  });

  it('brings them through an invitation too, with the summary from other clinics', async () => {
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    accepted(
      await put(`/metadata/${account.userId}/profile`, {
        token: account.token,
        body: { fullName: 'Ann Other' },
      }),
    );
    const body = { providerType: 'oauth', providerName: 'twiist' };
    accepted(await post(`/v1/users/${account.userId}/data_sources`, { token, body }));
    await addPatient(server, other, account, ['view'], patientFields);
    const cgmStats = statsWith({}, { lastData: '2024-05-06T07:08:09.000Z' });
    await tellSummary(server, account.userId, { cgmStats });
    const { key } = accepted(
      await post(`/confirm/send/invite/${account.userId}/clinic`, {
        token: account.token,
        body: { shareCode: clinic.shareCode, permissions: { view: {} } },
      }),
    );
    const as = { token: clinic.admin.token };
    const answer = accepted(await put(`${clinic.path}/invites/patients/${key}`, { ...as, body: {} }));
    expect(answer.summary).toEqual({ cgmStats });
    expect(answer.dataSources).toEqual([expect.objectContaining({ providerName: 'twiist' })]);
    const sorted = accepted(await get(`${clinic.path}/patients?sort=-lastData&sortType=cgm`, as));
    expect(sorted.data).toEqual([answer]);
  });

  it('keeps address, devices and data sources of their own, whatever the body says of them', async () => {
    const [clinic, account] = [await newClinic(server), await newAccount(server)];
    const profile = { fullName: 'Ann', patient: { targetDevices: ['own'] } };
    accepted(await put(`/metadata/${account.userId}/profile`, { token: account.token, body: profile }));
    const told = {
      email: newEmail(server),
      targetDevices: ['told'],
      dataSources: [{ providerName: 'dexcom', state: 'pending' }],
    };
    const own = { email: account.email, targetDevices: ['own'], dataSources: null };
    expect(await addPatient(server, clinic, account, ['view'], told)).toMatchObject(own);
    for (const nonsense of [{ email: 'x' }, { email: null }, { targetDevices: null }, { dataSources: 'x' }]) {
      const other = await newClinic(server);
      expect(await addPatient(server, other, account, ['view'], nonsense)).toMatchObject(own);
    }
  });

  it('brings the summary of their data that no clinic has yet', async () => {
    const [clinic, person] = [await newClinic(server), await newPerson(server)];
    const time = new Date(Date.now() - 3_600_000).toISOString();
    const reading = { type: 'cbg', units: 'mmol/L', value: 5.5, deviceId: 'd', time };
    await person.uploaded(await person.openedContinuous(), [reading]);
    await recomputed(server, person);
    const { summary } = await addPatient(server, clinic, person, ['view'], patientFields);
    expect(summary.cgmStats.periods['1d']).toMatchObject({ totalRecords: 1, hasTotalRecords: true });
    expect(summary.cgmStats.dates.lastData).toBe(time);
  });

  it('keeps the data sources up to date', async () => {
    const [clinic, account] = [await newClinic(server), await newAccount(server)];
    const token = await newServerToken(server);
    const path = `${clinic.path}/patients/${account.userId}`;
    await addPatient(server, clinic, account, ['view']);
    const known = (what: string, states: string[]) =>
      waitFor(what, async () => {
        const { dataSources } = accepted(await get(path, { token: clinic.admin.token }));
        const found = (dataSources ?? []).map(({ providerName, state }: Json) => `${providerName} ${state}`);
        return JSON.stringify(found) === JSON.stringify(states) || undefined;
      });
    const body = { providerType: 'oauth', providerName: 'dexcom' };
    const source = accepted(await post(`/v1/users/${account.userId}/data_sources`, { token, body }));
    await known('a new source', ['dexcom disconnected']);
    const session = {
      type: 'oauth',
      name: 'dexcom',
      oauthToken: { accessToken: 'a', expirationTime: '2030-01-01T00:00:00Z' },
    };
    accepted(await post(`/v1/users/${account.userId}/provider_sessions`, { token, body: session }));
    await known('a session of the source', ['dexcom connected']);
    accepted(await remove(`/v1/data_sources/${source.id}`, { token }));
    await known('a source that is gone', []);
  });
});
