import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { holdBody, untilLate } from '../../../support/held-bodies';
import { newPerson, type Person } from '../../../support/person';
import { providerClient } from '../../../support/provider-sessions';
import { readTokens, tokenRequest } from '../../../support/realm';
import { at, cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const uploadMutation =
  'mutation ($input: UploadProviderDataInput!) { uploadProviderData(input: $input) { stored dataSet { id } } }';

let token: string;
let client: ReturnType<typeof providerClient>;
let person: Person;
let linkId: string;

beforeAll(async () => {
  token = await newServerToken(server);
  client = providerClient(server, token);
});

beforeEach(async () => {
  person = await newPerson(server);
  linkId = `link of ${person.userId}`;
  await client.session(person, 'twiist', { externalId: linkId });
});

const addressOf = (id: string) => `/v1/partners/twiist/data/${encodeURIComponent(id)}`;
const upload = (body: unknown, id = linkId) => post(addressOf(id), { token, body });
const source = async (): Promise<Json> => (await client.sources(person))[0] ?? {};

describe('a partner upload', () => {
  it('goes to the data set of the account connected with the link id', async () => {
    const { status, body } = await upload([cbg({ value: 7 })]);
    expect(status).toBe(200);
    expect(body).toEqual({ data: [], meta: { trace: { request: expect.any(String) } } });
    const again = await post(`/dataservices${addressOf(linkId)}`, { token, body: [cbg({ value: 8 })] });
    expect(again.status).toBe(200);
    const [source] = await client.sources(person);
    const records = await person.records('type=cbg');
    expect(records.map(({ value, uploadId }: Json) => [value, uploadId])).toEqual(
      expect.arrayContaining([
        [7, source?.dataSetId],
        [8, source?.dataSetId],
      ]),
    );
  });

  it('is atomic, with the findings of other uploads', async () => {
    const answer = await upload([cbg(), cbg({ value: 'x' })]);
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual(['type-not-float64 /1/value']);
    expect(await person.records('type=cbg')).toEqual([]);
  });

  it('is not found with other link ids, for other providers, or once disconnected', async () => {
    await client.session(person, 'dexcom', { externalId: 'of another provider' });
    const [source] = await client.sources(person, '?providerName=twiist');
    const unknown = [await upload([], 'unknown'), await upload([], 'of another provider')];
    await client.updated(source?.id, { state: 'error', error: 'x' });
    unknown.push(await upload([]));
    await client.updated(source?.id, { state: 'disconnected' });
    unknown.push(await upload([]));
    for (const answer of unknown) {
      expect(answer.status).toBe(404);
      expect(answer.body.errors[0].code).toBe('tidepool-link-id-not-found');
    }
  });

  it('is for trusted servers', async () => {
    const user: TestAccount = await newAccount(server);
    expect((await post(addressOf(linkId), { body: [] })).status).toBe(401);
    expect((await post(addressOf(linkId), { token: user.token, body: [] })).status).toBe(403);
    expect((await post(addressOf('unknown'), { token: person.token, body: [] })).status).toBe(403);
  });

  it('is for the service account of the provider, too, and not for those of others', async () => {
    const externalId = `pushed to ${person.userId}`;
    await client.session(person, 'pushing-provider', { externalId });
    const credentials = { client_id: 'clinic-program', client_secret: 'secret of the program' };
    const answer = await tokenRequest({ grant_type: 'client_credentials', ...credentials });
    const program = (await readTokens(answer)).access_token;
    const push = (providerName: string, id: string) =>
      api(server).graph(uploadMutation, {
        token: program,
        variables: { input: { providerName, externalId: id, records: [cbg()] } },
      });
    expect((await push('pushing-provider', externalId)).body.data.uploadProviderData).toMatchObject({
      stored: 1,
    });
    for (const provider of ['twiist', 'test-provider', 'unknown'])
      expect((await push(provider, linkId)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await person.records('type=cbg')).toHaveLength(1);
  });

  it('works in the graph', async () => {
    const input = { providerName: 'twiist', externalId: linkId, records: [cbg()] };
    const { body } = await api(server).graph(uploadMutation, { token, variables: { input } });
    const [source] = await client.sources(person);
    expect(body.data.uploadProviderData).toEqual({ stored: 1, dataSet: { id: source?.dataSetId } });
    const refused = await api(server).graph(uploadMutation, { token: person.token, variables: { input } });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('a partner upload that arrives when its account is no longer connected', () => {
  const endSessions = async () => {
    for (const { id } of await client.sessions(person)) await client.endSession(id);
  };

  it.each<[string, () => Promise<unknown>]>([
    ['has disconnected', endSessions],
    ['has connected anew', () => endSessions().then(() => client.session(person, 'twiist'))],
    [
      'cannot be imported from',
      async () => client.updated((await source()).id, { state: 'error', error: 'x' }),
    ],
  ])('because it %s meanwhile, is refused and changes nothing', async (_how, change) => {
    const held = await holdBody(server, 'POST', addressOf(linkId), { token, body: [cbg()] });
    await change();
    const before = await source();
    await untilLate();
    const { status, body } = await held.finish();
    expect([status, body.errors[0].code]).toEqual([404, 'tidepool-link-id-not-found']);
    expect(await source()).toEqual(before);
    expect(await person.records('type=cbg')).toEqual([]);
  });
});

describe('what a partner upload changes in its data source', () => {
  const covered = async () => {
    const { earliestDataTime, latestDataTime } = await source();
    return [earliestDataTime, latestDataTime];
  };

  it('is the time of the import and the covered time, which only widens', async () => {
    const { revision } = await source();
    await upload([cbg({ time: at(5) }), cbg({ time: at(9) })]);
    expect(await covered()).toEqual([at(5), at(9)]);
    await upload([cbg({ time: at(7) })]);
    expect(await covered()).toEqual([at(5), at(9)]);
    await upload([cbg({ time: at(1) }), cbg({ time: at(12) })]);
    expect(await covered()).toEqual([at(1), at(12)]);
    const after = await source();
    expect(after.revision).toBe(revision + 3);
    expect(Date.now() - Date.parse(after.lastImportTime)).toBeLessThan(60_000);
    expect(after.modifiedTime >= after.lastImportTime).toBe(true);
  });

  it('is never lost to a simultaneous one', async () => {
    const { revision, id } = await source();
    const minutes = Array.from({ length: 12 }, (_none, index) => index);
    const answers = await Promise.all([
      ...minutes.map((minute) => upload([cbg({ time: at(minute) })])),
      ...minutes.map((minute) => client.updateSource(id, { metadata: { minute } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await covered()).toEqual([at(0), at(11)]);
    expect((await source()).revision).toBe(revision + answers.length);
  });

  it('is not a time in the future, whatever the clock of the device', async () => {
    await upload([cbg({ time: at(5) }), cbg({ time: new Date(Date.now() + 86_400_000).toISOString() })]);
    expect(await covered()).toEqual([at(5), at(5)]);
    const other = await newPerson(server);
    await client.session(other, 'twiist', { externalId: other.userId });
    await upload([cbg({ time: '2090-01-01T00:00:00Z' })], other.userId);
    const [ahead] = await client.sources(other);
    expect(ahead?.latestDataTime).toBeUndefined();
    expect(ahead?.lastImportTime).toEqual(expect.any(String));
  });

  it('is nothing if it is refused', async () => {
    const before = await source();
    await upload([cbg({ value: 'x' })]);
    await upload([]);
    expect(await source()).toEqual(before);
  });
});

describe('readings of a phone, once a provider that pushes its data is connected', () => {
  const values = async () => (await person.records('type=cbg')).map(({ value }: Json) => value);

  beforeEach(async () => {
    const phone = await person.openedContinuous();
    await person.uploaded(
      phone,
      [1, 2, 3, 4].map((hours) => cbg({ value: hours, time: at(60 * hours) })),
    );
  });

  it('stay visible until it has sent any, and outside the time that it covers', async () => {
    expect(await values()).toEqual([1, 2, 3, 4]);
    await upload([cbg({ value: 12, time: at(110) }), cbg({ value: 13, time: at(190) })]);
    expect(await values()).toEqual([1, 12, 13, 4]);
  });

  it('come back when the person deletes what it has sent', async () => {
    await upload([cbg({ value: 12, time: at(110) }), cbg({ value: 13, time: at(190) })]);
    await person.deleted((await source()).dataSetId);
    expect(await values()).toEqual([1, 2, 3, 4]);
    await upload([cbg({ value: 14, time: at(175) })]);
    expect(await values()).toEqual([1, 2, 14, 3, 4]);
    const { earliestDataTime, latestDataTime } = await source();
    expect([earliestDataTime, latestDataTime]).toEqual([at(175), at(175)]);
  });
});

describe('the data set of a partner that was deleted', () => {
  const dataSetIds = async () => (await source()).dataSetIds;
  const sentTo = async () => (await person.records('type=cbg')).map(({ uploadId }: Json) => uploadId);
  const close = (id: string) => put(`/v1/data_sets/${id}`, { token, body: { state: 'closed' } });

  it.each<[string, (dataSetId: string) => Promise<unknown>]>([
    ['by the person', (dataSetId) => person.deleted(dataSetId)],
    ['with all data', () => person.deletedAll()],
    ['after it was closed', (dataSetId) => close(dataSetId).then(() => person.deleted(dataSetId))],
  ])('%s is replaced with the next upload', async (_how, remove) => {
    const [former] = await dataSetIds();
    await remove(former);
    expect((await upload([cbg()])).status).toBe(200);
    const [current, ...earlier] = await dataSetIds();
    expect([current === former, earlier]).toEqual([false, [former]]);
    expect(await sentTo()).toEqual([current]);
    const { body } = await get(`/v1/data_sets/${current}`, { token });
    expect(body.deduplicator.name).toBe('org.tidepool.deduplicator.dataset.delete.origin.older');
  });

  it('is replaced once by simultaneous uploads', async () => {
    const [former] = await dataSetIds();
    await person.deleted(former);
    const minutes = Array.from({ length: 8 }, (_none, index) => index);
    const answers = await Promise.all(minutes.map((minute) => upload([cbg({ time: at(minute) })])));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [current, ...earlier] = await dataSetIds();
    expect(earlier).toEqual([former]);
    expect(await sentTo()).toEqual(answers.map(() => current));
  });

  it('is replaced when the account is connected again', async () => {
    const [former] = await dataSetIds();
    await person.deleted(former);
    await reconnected();
    const [current, ...earlier] = await dataSetIds();
    expect([current === former, earlier]).toEqual([false, [former]]);
    expect((await upload([cbg()])).status).toBe(200);
    expect(await sentTo()).toEqual([current]);
  });

  it('is not replaced while another one of the source is open', async () => {
    const [former] = await dataSetIds();
    await reconnected();
    expect(await dataSetIds()).toEqual([former]);
    const other = await person.openedContinuous();
    await client.updated((await source()).id, { dataSetIds: [former, other] });
    await person.deleted(former);
    expect((await upload([cbg()])).status).toBe(200);
    await reconnected();
    expect(await dataSetIds()).toEqual([former, other]);
    expect(await sentTo()).toEqual([other]);
  });

  it('is not replaced for a provider whose data is fetched', async () => {
    await client.session(person, 'dexcom', { externalId: linkId });
    const [fetched] = await client.sources(person, '?providerName=dexcom');
    const input = { providerName: 'dexcom', externalId: linkId, records: [cbg()] };
    const push = () => api(server).graph(uploadMutation, { token, variables: { input } });
    expect((await push()).body.errors[0].extensions.code).toBe('NOT_FOUND');
    const dataSetId = await person.openedContinuous();
    const { dataSetIds: listed } = await client.updated(fetched?.id, { dataSetIds: [dataSetId] });
    await person.deleted(dataSetId);
    expect((await push()).body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await client.sources(person, '?providerName=dexcom'))[0]?.dataSetIds).toEqual(listed);
  });
});

async function reconnected(): Promise<void> {
  const [session] = await client.sessions(person);
  await client.endSession(session?.id);
  await client.session(person, 'twiist', { externalId: linkId });
}
