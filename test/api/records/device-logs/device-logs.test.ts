import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { logEntry, md5, sendLog } from '../../../support/content';
import { formatFindings } from '../../../support/findings';
import { rawRequest } from '../../../support/raw-http';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, graph } = api(server);
const start = 'X-Logs-Start-At-Time';
const end = 'X-Logs-End-At-Time';

let me: TestAccount;
beforeEach(async () => {
  me = await newAccount(server);
});

const send = (log?: unknown, headers?: Record<string, string | undefined>) =>
  sendLog(server, me.userId, me.token, log, headers);

/** Uploads a log of some hours of 6 May 2024. */
const sendHours = async (from: string, to: string): Promise<Json> =>
  (await send(undefined, { [start]: `2024-05-06T${from}Z`, [end]: `2024-05-06T${to}Z` })).body;

const list = (query: string) => get(`/v1/users/${me.userId}/device_logs?${query}`, { token: me.token });
const idsOf = (body: Json): string[] => body.map(({ id }: Json) => id);

describe('sending a device log', () => {
  it('returns 201 with its metadata', async () => {
    const log = [logEntry(), logEntry({ type: 'connection', message: '', extra: { any: 1 } })];
    const { status, body } = await send(log, { [start]: '2024-05-06T02:00:00.5+02:00' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      userId: me.userId,
      digestMD5: md5(JSON.stringify(log)),
      mediaType: 'application/json',
      size: JSON.stringify(log).length,
      createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      startAtTime: '2024-05-06T00:00:00.500Z',
      endAtTime: '2024-05-07T00:00:00.000Z',
    });
    expect((await get(`/v1/device_logs/${body.id}`, { token: me.token })).body).toEqual(body);
  });

  it('accepts an empty log, and every type of entry', async () => {
    expect((await send([])).status).toBe(201);
    const types = ['send', 'receive', 'error', 'delegate', 'delegateResponse', 'connection'];
    expect((await send(types.map((type) => logEntry({ type })))).status).toBe(201);
  });

  it('accepts all formats of the headers', async () => {
    const bare = { Digest: md5('[]'), 'Content-Type': 'Application/JSON; charset=utf-8' };
    const { status, body } = await send('[]', bare);
    expect([status, body.mediaType]).toEqual([201, 'application/json']);
    const moment = '2024-05-06T00:00:00Z';
    expect((await send('[]', { [start]: moment, [end]: moment })).status).toBe(201);
  });

  it.each(['Digest', 'Content-Type', start, end])('requires the header %s', async (name) => {
    const answer = await send([], { [name]: undefined });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['header-missing about the whole']]);
  });

  it.each([
    ['Digest', 'MD5=abc'],
    ['Content-Type', 'text/plain'],
    [start, '2024-05-06'],
    [start, '2024-05-06T00:00:00'],
    [end, 'now'],
    [end, '2024-05-05T23:59:59Z'],
  ])('refuses the header %s if it is %s', async (name, value) => {
    const answer = await send([], { [name]: value });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['header-invalid about the whole']]);
  });

  it('says everything that is wrong with its query and headers', async () => {
    const headers = {
      'X-Tidepool-Session-Token': me.token,
      'Content-Type': 'text/plain',
      [start]: 'now',
      [end]: '2024-05-06',
    };
    const answer = await post(`/v1/users/${me.userId}/device_logs?x=1`, { raw: '[]', headers });
    const wrong = ['invalid', 'missing', 'invalid', 'invalid'].map((how) => `header-${how} about the whole`);
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['not-parsed x', ...wrong]]);
    expect(answer.body.errors[2].detail).toBe('The header Digest is required.');
  });

  it('treats Digest: null as absent', async () => {
    expect(formatFindings(await send([], { Digest: 'null' }))).toEqual(['header-missing about the whole']);
  });

  it.each([start, end])('refuses the header %s if it is repeated', async (name) => {
    const { status, body } = await rawRequest(server.url, `/v1/users/${me.userId}/device_logs`, {
      method: 'POST',
      headers: {
        'X-Tidepool-Session-Token': me.token,
        'Content-Type': 'application/json',
        Digest: md5('[]'),
        [start]: '2024-05-06T00:00:00Z',
        [end]: '2024-05-07T00:00:00Z',
        [name]: ['2024-05-06T12:00:00Z', '2024-05-06T12:00:00Z'],
      },
      body: '[]',
    });
    expect([status, JSON.parse(body.toString()).errors[0].code]).toEqual([400, 'header-invalid']);
  });

  it('refuses content that does not match its digest', async () => {
    const answer = await send([], { Digest: md5('[ ]') });
    expect([answer.status, formatFindings(answer)]).toEqual([400, ['digests-not-equal /digestMD5']]);
  });

  it('allows a server to send for an account, but not without one', async () => {
    const token = await newServerToken(server);
    expect((await sendLog(server, me.userId, token)).status).toBe(201);
    expect((await sendLog(server, randomUUID(), token)).status).toBe(404);
  });
});

describe('the entries of a device log', () => {
  it('are refused with every finding about their values', async () => {
    const answer = await send([
      logEntry({ type: 'other' }),
      logEntry(),
      { timestamp: '2024-05-06T07:08:09Z', managerIdentifier: '', deviceIdentifier: null },
    ]);
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual([
      'value-not-allowed /0/type',
      'value-not-exists /2/type',
      'value-empty /2/managerIdentifier',
      'value-not-exists /2/deviceIdentifier',
      'value-not-exists /2/message',
    ]);
  });

  it('are refused with only the findings about their structure if there are any', async () => {
    const answer = await send([
      logEntry({ type: 'other' }),
      'text',
      null,
      [],
      logEntry({ type: 1, managerIdentifier: {}, deviceIdentifier: true, timestamp: 'today', message: 5 }),
      logEntry({ timestamp: 5 }),
    ]);
    expect(formatFindings(answer)).toEqual([
      'type-not-object /1',
      'type-not-object /2',
      'type-not-object /3',
      'type-not-string /4/type',
      'type-not-string /4/managerIdentifier',
      'type-not-string /4/deviceIdentifier',
      'value-not-parsable /4/timestamp',
      'type-not-string /4/message',
      'type-not-string /5/timestamp',
    ]);
  });

  it.each([
    ['', 'json-not-found'],
    ['{}', 'type-not-array'],
    ['null', 'type-not-array'],
    ['[', 'json-malformed'],
    ['[{]', 'json-malformed'],
    ['[] []', 'json-malformed'],
    ['# not JSON', 'json-malformed'],
    [`[{"message":"${'x'.repeat(1024 * 1024)}"}]`, 'length-out-of-range'],
    [`[${'['.repeat(100)}${']'.repeat(100)}]`, 'json-malformed'],
  ])('must be a JSON array, unlike the body of case %#', async (text, code) => {
    const answer = await send(text);
    expect([answer.status, formatFindings(answer)]).toEqual([400, [`${code} about the whole`]]);
  });

  it('have at most a thousand listed findings', async () => {
    const answer = await send(Array.from({ length: 1001 }, () => 1));
    expect(formatFindings(answer)).toHaveLength(1000);
  });
});

describe('the list of device logs', () => {
  it('contains those within the time range, newest first', async () => {
    const early = await sendHours('01:00:00', '02:00:00');
    const late = await sendHours('02:00:00', '03:00:00');
    const both = (await list('startAtTime=2024-05-06T01:00:00Z&endAtTime=2024-05-06T03:00:00.001Z')).body;
    const expected = [early, late].sort((one, other) =>
      `${one.createdTime}${one.id}` < `${other.createdTime}${other.id}` ? 1 : -1,
    );
    expect(both).toEqual(expected);
    // The start is inclusive, the end exclusive.
    const first = await list('startAt=2024-05-06T01:00:00Z&endAt=2024-05-06T03:00:00Z');
    expect(idsOf(first.body)).toEqual([early.id]);
    const second = await list('startAt=2024-05-06T01:00:00.001Z&endAt=2024-05-06T03:00:00.001Z');
    expect(idsOf(second.body)).toEqual([late.id]);
  });

  it('is empty if there are none, and paged', async () => {
    const day = 'startAtTime=2024-05-06T00:00:00%2B00:00&endAtTime=2024-05-07T00:00:00Z';
    expect((await list(day)).text).toBe('[]');
    for (const hour of ['01', '02', '03']) await sendHours(`${hour}:00:00`, `${hour}:30:00`);
    const whole = idsOf((await list(day)).body);
    expect(whole).toHaveLength(3);
    expect(idsOf((await list(`${day}&size=2&page=1`)).body)).toEqual(whole.slice(2));
  });

  it.each([
    ['', 'parameter-missing startAtTime', 'parameter-missing endAtTime'],
    ['endAtTime=2024-05-07T00:00:00Z', 'parameter-missing startAtTime'],
    ['startAtTime=2024-05-07T00:00:00Z&size=0', 'parameter-missing endAtTime', 'value-out-of-range size'],
    ['startAtTime=2024-05-07&endAtTime=2024-05-07T00:00:00Z', 'value-not-parsable startAtTime'],
    ['startAt=x&endAt=y', 'value-not-parsable startAt', 'value-not-parsable endAt'],
    ['from=2024-05-07T00:00:00Z', 'not-parsed from'],
  ])('refuses "%s" with all findings', async (query, ...findings) => {
    const answer = await list(query);
    expect([answer.status, formatFindings(answer)]).toEqual([400, findings]);
  });
});

describe('the content of a device log', () => {
  it('is returned byte for byte, with its digest and its time', async () => {
    const text = ` [ ${JSON.stringify(logEntry({ message: 'Größe \u{1F600} '.repeat(500) }))}\n, ${JSON.stringify(logEntry())} ] `;
    const { id } = (await send(text)).body;
    const { status, headers, body } = await rawRequest(server.url, `/v1/device_logs/${id}/content`, {
      headers: { 'X-Tidepool-Session-Token': me.token, 'Accept-Encoding': 'gzip' },
    });
    expect(status).toBe(200);
    expect(body.toString()).toBe(text);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      digest: `MD5=${md5(text)}`,
      'start-at': '2024-05-06T00:00:00.000Z',
      'end-at': '2024-05-07T00:00:00.000Z',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each(['', '/content'])('is not found with an unknown id: %s', async (rest) => {
    expect((await get(`/v1/device_logs/${'0'.repeat(32)}${rest}`, { token: me.token })).status).toBe(404);
    expect((await get(`/v1/device_logs/x${rest}`, { token: me.token })).status).toBe(400);
    expect((await get(`/v1/device_logs/x${rest}`)).status).toBe(401);
  });
});

describe('device logs in the graph', () => {
  const fields = 'id mediaType size startAtTime endAtTime digestMD5';

  it('are created, listed and read', async () => {
    const input = {
      userId: me.userId,
      startAtTime: '2024-05-06T00:00:00Z',
      endAtTime: '2024-05-06T01:00:00Z',
      entries: [logEntry()],
    };
    const mutation = `mutation ($input: CreateDeviceLogInput!) {
      createDeviceLog(input: $input) { deviceLog { ${fields} contentUrl } } }`;
    const created = await graph(mutation, { token: me.token, variables: { input } });
    const { contentUrl, ...log } = created.body.data.createDeviceLog.deviceLog;
    expect(log).toMatchObject({
      mediaType: 'application/json',
      startAtTime: '2024-05-06T00:00:00.000Z',
      endAtTime: '2024-05-06T01:00:00.000Z',
      digestMD5: md5(JSON.stringify([logEntry()])),
    });
    const content = await get(contentUrl.slice(server.url.length), { token: me.token });
    expect(content.body).toEqual([logEntry()]);

    const query = `query ($id: ID!, $from: DateTime, $to: DateTime) {
      deviceLog(id: $id) { ${fields} }
      me { deviceLogs(from: $from, to: $to) { edges { node { ${fields} } } pageInfo { hasNextPage } } } }`;
    const read = async (variables: object) =>
      (await graph(query, { token: me.token, variables: { id: log.id, ...variables } })).body.data;
    const page = (nodes: Json[]) => ({
      deviceLogs: { edges: nodes.map((node) => ({ node })), pageInfo: { hasNextPage: false } },
    });
    expect(await read({})).toEqual({ deviceLog: log, me: page([log]) });
    expect((await read({ from: '2024-05-06T00:00:01Z' })).me).toEqual(page([]));
    expect((await read({ to: '2024-05-06T01:00:00Z' })).me).toEqual(page([]));

    for (const wrong of [{ entries: [{}] }, { endAtTime: '2024-05-05T00:00:00Z' }]) {
      const { body } = await graph(mutation, {
        token: me.token,
        variables: { input: { ...input, ...wrong } },
      });
      expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('are refused with a number that is too large to be stored', async () => {
    const times = 'startAtTime: "2024-05-06T00:00:00Z", endAtTime: "2024-05-06T01:00:00Z"';
    const input = `{ userId: "${me.userId}", ${times}, entries: [{ x: 1e400 }] }`;
    const mutation = `mutation { createDeviceLog(input: ${input}) { deviceLog { id } } }`;
    const { body } = await graph(mutation, { token: me.token });
    expect(body.errors[0].extensions.errors).toMatchObject([
      { code: 'value-out-of-range', source: { pointer: '/input/entries/0/x' } },
    ]);
  });
});
