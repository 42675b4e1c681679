import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { api, tokenHeader, type Json } from '../../support/api';
import { newClinic, patientFields } from '../../support/clinics';
import { newMessage } from '../../support/messages';
import { newPerson, type Person } from '../../support/person';
import { cbg, food } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overWebSocket, withToken } from '../../support/streams';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

const half = 'a\ud83c';
let account: TestAccount;
let person: Person;

beforeAll(async () => {
  account = await newAccount(server);
  person = await newPerson(server);
});

afterEach(closeStreams);

const pointers = ({ errors }: Json): string[] => errors.map(({ source }: Json) => source.pointer);

describe('an unpaired surrogate', () => {
  const routes: [
    string,
    () => Promise<{ token: string; method?: 'put'; path: string; body: unknown }>,
    string,
  ][] = [
    [
      'a message',
      async () => ({
        token: account.token,
        path: `/message/send/${account.userId}`,
        body: { message: newMessage({ messagetext: half }) },
      }),
      '/message/messagetext',
    ],
    [
      'a profile',
      async () => ({
        token: account.token,
        method: 'put',
        path: `/metadata/${account.userId}/profile`,
        body: { patient: { about: ['fine 😀', half] } },
      }),
      '/patient/about/1',
    ],
    [
      'a name of a field',
      async () => ({
        token: account.token,
        method: 'put',
        path: `/metadata/${account.userId}/preferences`,
        body: { [`${half}/~`]: 1 },
      }),
      '/a\uFFFD~1~0',
    ],
    [
      'a task',
      async () => ({
        token: await newServerToken(server),
        path: '/v1/tasks',
        body: { type: 'nothing', data: { note: half } },
      }),
      '/data/note',
    ],
    [
      'a patient of a clinic',
      async () => {
        const { path, admin } = await newClinic(server);
        return {
          token: admin.token,
          path: `${path}/patients`,
          body: { ...patientFields, fullName: half },
        };
      },
      '/fullName',
    ],
    [
      'a record',
      async () => ({
        token: person.token,
        path: `/v1/datasets/${await person.openedContinuous()}/data`,
        body: [cbg(), food({ name: half })],
      }),
      '/1/name',
    ],
  ];

  it.each(routes)('in %s is refused with the name of its field', async (_what, request, pointer) => {
    const { token, method, path, body } = await request();
    const answer = await (method === 'put' ? put : post)(path, { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(pointer);
    if (answer.body.errors) expect(pointers(answer.body)).toEqual([pointer]);
  });

  it('changes nothing', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/metadata/${userId}/profile`;
    expect((await put(path, { token, body: { fullName: half } })).status).toBe(400);
    expect((await get(path, { token })).status).toBe(404);
    const whole = { fullName: 'Zoë 😀', about: '\uD83C\uDF4E' };
    expect((await put(path, { token, body: whole })).body).toEqual(whole);
    expect((await get(path, { token })).body).toEqual(whole);
  });

  const update = `mutation ($input: UpdateMetadataInput!) { updateMetadata(input: $input) { __typename } }`;
  const variables = () => ({
    input: { userId: account.userId, collection: 'PROFILE', patch: { patient: { about: half } } },
  });

  it('in variables of the graph is refused', async () => {
    const answer = await graph(update, { variables: variables(), token: account.token });
    expect(answer.status).toBe(400);
    expect(answer.body.data).toBeUndefined();
    const [error] = answer.body.errors;
    expect(error.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    expect(pointers(error.extensions)).toEqual(['/input/patch/patient/about']);
  });

  it('in variables of a GET request is refused', async () => {
    const query = 'query ($id: ID!) { user(id: $id) { id } }';
    const search = new URLSearchParams({ query, variables: JSON.stringify({ id: half }) });
    const headers = { [tokenHeader]: account.token, 'Apollo-Require-Preflight': 'true' };
    const answer = await fetch(`${server.url}/graphql?${search.toString()}`, { headers });
    expect(answer.status).toBe(400);
    expect(pointers(((await answer.json()) as Json).errors[0].extensions)).toEqual(['/id']);
  });

  it('in variables over a WebSocket is refused', async () => {
    const client = overWebSocket(server, withToken(account.token));
    const told: unknown = await client.ask(update, variables()).catch((error: unknown) => error);
    expect(JSON.stringify(told)).toContain('/input/patch/patient/about');
  });

  it('in variables over server-sent events is refused', async () => {
    const answer = await post('/graphql/stream', {
      token: account.token,
      headers: { Accept: 'text/event-stream' },
      body: { query: update, variables: variables() },
    });
    expect(answer.status).toBe(400);
    expect(pointers(answer.body.errors[0].extensions)).toEqual(['/input/patch/patient/about']);
  });

  it('in a literal of the graph is refused', async () => {
    for (const literal of [half, 'a\\ud83c']) {
      const answer = await graph(`{ user(id: "${literal}") { id } }`, { token: account.token });
      expect(answer.status).toBe(400);
    }
  });
});
