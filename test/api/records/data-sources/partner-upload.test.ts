import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { newPerson, type Person } from '../../../support/person';
import { providerClient } from '../../../support/provider-sessions';
import { readTokens, tokenRequest } from '../../../support/realm';
import { cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { post } = api(server);

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
