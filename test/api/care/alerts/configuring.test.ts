import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { invitations } from '../../../support/invitations';
import { serverUnderTest } from '../../../support/server';
import { permissionSet, share } from '../../../support/shares';

const server = serverUnderTest();
const { delete: remove, get, graph, post } = api(server);
const { send, accept } = invitations(server);

let followed: TestAccount;
let follower: TestAccount;
let path: string;

const pathOf = (of: { userId: string }, to: { userId: string }) =>
  `/v1/users/${of.userId}/followers/${to.userId}/alerts`;

beforeEach(async () => {
  [followed, follower] = await Promise.all([newAccount(server), newAccount(server)]);
  await share(server, followed, follower, 'follow');
  path = pathOf(followed, follower);
});

const configure = (body: unknown) => post(path, { token: follower.token, body });
const read = () => get(path, { token: follower.token });
const threshold = { value: 70, units: 'mg/dL' };

describe('the alerts of a follower', () => {
  it('are stored as configured, under the names of the follower and the followed account', async () => {
    expect((await read()).body).toMatchObject({ code: 404, reason: 'No alerts are configured.' });
    const uploadId = 'a'.repeat(32);
    const sections = {
      urgentLow: { enabled: true, threshold: { value: 47.5, units: 'mg/dL' } },
      low: { enabled: true, threshold, delay: 15, repeat: 30 },
      high: { enabled: false, threshold: { value: 10.1, units: 'mmol/L' }, delay: 360, repeat: 0 },
      notLooping: { enabled: true, delay: 120 },
      noCommunication: { enabled: true, delay: 360 },
    };
    const { status, text } = await configure({ userId: 'x', followedUserId: 'y', uploadId, ...sections });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect((await read()).body).toEqual({
      userId: follower.userId,
      followedUserId: followed.userId,
      uploadId,
      ...sections,
    });
  });

  it('change by sections: a sent section replaces the previous one, the others stay', async () => {
    const uploadId = 'upid_0123456789ab';
    await configure({
      uploadId,
      low: { enabled: true, threshold, delay: 15, repeat: 30 },
      notLooping: { enabled: true },
    });
    await configure({ low: { threshold: { value: 4, units: 'mmol/l' }, delay: null, extra: 1 }, high: null });
    await configure({ uploadId: null, urgentLow: { threshold: { value: 55, units: 'mg/dl' } } });
    const { body } = await read();
    expect(body).toEqual({
      userId: follower.userId,
      followedUserId: followed.userId,
      uploadId,
      urgentLow: { enabled: false, threshold: { value: 55, units: 'mg/dL' } },
      low: { enabled: false, threshold: { value: 4, units: 'mmol/L' }, delay: 0, repeat: 0 },
      notLooping: { enabled: true, delay: 0 },
    });
  });

  it('may be deleted, even if there are none', async () => {
    await configure({ notLooping: {} });
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await remove(path, { token: follower.token });
      expect({ status, text }).toEqual({ status: 200, text: '' });
    }
    expect((await read()).status).toBe(404);
  });

  it('survive two concurrent first configurations', async () => {
    const answers = await Promise.all([configure({ notLooping: {} }), configure({ noCommunication: {} })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(Object.keys((await read()).body).sort()).toEqual([
      'followedUserId',
      'noCommunication',
      'notLooping',
      'userId',
    ]);
  });

  const low = (fields: object) => ({ low: { threshold, ...fields } });

  it.each([
    ['no section', {}],
    ['a section that is no object', { low: 1 }],
    ['no threshold', { urgentLow: { enabled: false } }],
    ['no threshold for high', { high: {} }],
    ['a text for a flag', low({ enabled: 'true' })],
    ['other units', low({ threshold: { value: 70, units: 'lb/gal' } })],
    ['units in capitals', low({ threshold: { value: 7, units: 'MMOL/L' } })],
    ['no units', low({ threshold: { value: 70 } })],
    ['empty units', low({ threshold: { value: 70, units: '' } })],
    ['a threshold that is null', low({ threshold: null })],
    ['a flag that is a number', low({ enabled: 1 })],
    ['a negative delay of loops', { notLooping: { delay: -1 } }],
    ['a data set that is a number', { uploadId: 7, notLooping: {} }],
    ['nothing but sections that are null', { low: null, noCommunication: null }],
    ['no value', low({ threshold: { units: 'mg/dL' } })],
    ['a text for a value', low({ threshold: { value: '70', units: 'mg/dL' } })],
    ['a negative value', low({ threshold: { value: -0.1, units: 'mg/dL' } })],
    ['too many mg/dL', low({ threshold: { value: 1000.1, units: 'mg/dL' } })],
    ['too many mmol/L', low({ threshold: { value: 55.1, units: 'mmol/L' } })],
    ['a negative delay', low({ delay: -1 })],
    ['a delay that is too long', low({ delay: 121 })],
    ['a delay for high that is too long', { high: { threshold, delay: 361 } }],
    ['a delay for loops that is too long', { notLooping: { delay: 121 } }],
    ['a delay for data that is too long', { noCommunication: { delay: 361 } }],
    ['a fraction of a minute', low({ delay: 1.5 })],
    ['a text for a delay', low({ delay: '5' })],
    ['repetition that is too frequent', low({ repeat: 14 })],
    ['repetition that is too rare', low({ repeat: 241 })],
    ['negative repetition', low({ repeat: -15 })],
    ['repetition that is too frequent where it has no use', { urgentLow: { threshold, repeat: 14 } }],
    ['a text for repetition of loops', { notLooping: { repeat: '15' } }],
    ['negative repetition of silence', { noCommunication: { repeat: -1 } }],
    ['a data set that cannot be', { uploadId: 'nonsense', notLooping: {} }],
    ['an array', []],
  ])('are refused with %s', async (_what, body) => {
    const { status, body: answer } = await configure(body);
    expect({ status, code: answer.code }).toEqual({ status: 400, code: 400 });
    expect((await read()).status).toBe(404);
  });

  it.each([
    [low({ threshold: { value: 0, units: 'mg/dL' }, delay: 0, repeat: 0 })],
    [low({ threshold: { value: 1000, units: 'mg/dL' }, delay: 120, repeat: 15 })],
    [low({ threshold: { value: 55, units: 'mmol/L' }, repeat: 240 })],
    [{ urgentLow: { threshold, repeat: 0 }, notLooping: { repeat: 15 }, noCommunication: { repeat: 240 } }],
    [{ high: { threshold: { value: 0, units: 'mmol/L' }, delay: 360 }, notLooping: { delay: 120 } }],
    [{ noCommunication: { delay: 360 }, low: null, other: 1 }],
    [{ uploadId: null, notLooping: { enabled: null, delay: null, repeat: null } }],
    [{ uploadId: 'upid_' + '0'.repeat(32), low: { threshold: { ...threshold, more: 1 }, repeat: null } }],
  ])('are accepted at the ends of the ranges: %j', async (body) => {
    expect((await configure(body)).status).toBe(200);
  });

  it('are refused if larger than a mebibyte', async () => {
    const body = { ...low({}), padding: 'x'.repeat(2 ** 20) };
    expect((await configure(body)).status).toBe(413);
    expect((await configure({ ...low({}), padding: 'x'.repeat(2 ** 20 - 200) })).status).toBe(200);
  });

  it('are refused without a body, and with one that is not JSON', async () => {
    for (const raw of ['', '{']) expect((await post(path, { token: follower.token, raw })).status).toBe(400);
  });

  it.each([
    ['value-out-of-range', '/low/delay', low({ delay: 121 })],
    ['value-out-of-range', '/low/delay', low({ delay: -1 })],
    ['type-not-int', '/low/delay', low({ delay: '5' })],
    ['type-not-int', '/low/repeat', low({ repeat: 15.5 })],
    ['value-out-of-range', '/low/repeat', low({ repeat: 14 })],
    ['value-out-of-range', '/low/threshold/value', low({ threshold: { value: -1, units: 'mmol/L' } })],
    ['value-out-of-range', '/low/threshold/value', low({ threshold: { value: 56, units: 'mmol/L' } })],
    ['type-not-float', '/low/threshold/value', low({ threshold: { value: '5', units: 'mmol/L' } })],
    ['value-not-exists', '/low/threshold/value', low({ threshold: { units: 'mmol/L' } })],
    ['value-not-allowed', '/low/threshold/units', low({ threshold: { value: 5, units: 'toString' } })],
    ['type-not-string', '/low/threshold/units', low({ threshold: { value: 5, units: 5 } })],
    ['value-not-exists', '/low/threshold', { low: {} }],
    ['type-not-object', '/low', { low: 5 }],
    ['type-not-bool', '/low/enabled', low({ enabled: 1 })],
    ['value-not-exists', '', {}],
  ])('are refused with %s at %j', async (code, pointer, sent) => {
    const { body } = await configure(sent);
    const texts = { title: expect.any(String), detail: expect.any(String) };
    expect(body.errors).toEqual([{ code, ...texts, source: { pointer } }]);
  });

  it.each([
    ['It must be between 0 and 120 minutes.', low({ delay: 121 })],
    ['It must be between 0 and 120 minutes.', low({ delay: -1 })],
    ['It must be at least 0.', low({ threshold: { value: -1, units: 'mmol/L' } })],
  ])('say what is possible: %s', async (detail, sent) => {
    expect((await configure(sent)).body.errors).toMatchObject([{ detail }]);
  });

  it('are private, whatever others hold, and require the permission to follow', async () => {
    const other = await newAccount(server);
    await share(server, followed, other, 'view', 'upload', 'note', 'custodian');
    const body = { notLooping: {} };
    const cases: [string, string | undefined, number][] = [
      [path, followed.token, 403],
      [path, other.token, 403],
      [pathOf(followed, other), other.token, 403],
      [pathOf(followed, followed), followed.token, 403],
      [pathOf({ userId: randomUUID() }, follower), follower.token, 403],
      [pathOf({ userId: 'nonsense' }, follower), follower.token, 403],
      [path, 'nonsense', 401],
      [path, undefined, 401],
    ];
    for (const [address, token, status] of cases) {
      for (const answer of [
        await get(address, { token }),
        await post(address, { token, body }),
        await remove(address, { token }),
      ])
        expect({ address, token, ...answer.body }).toMatchObject({
          ...{ address, token, code: status },
          reason: answer.body.message,
        });
    }
    expect((await post(path, { token: other.token, raw: '{' })).status).toBe(403);
    expect((await post(pathOf(followed, other), { token: other.token, body: {} })).status).toBe(400);
  });

  it('may be configured by a trusted server on behalf of a follower', async () => {
    const token = await newServerToken(server);
    expect((await post(path, { token, body: { notLooping: {} } })).status).toBe(200);
    expect((await get(path, { token })).status).toBe(200);
    expect((await get(pathOf(followed, followed), { token })).status).toBe(403);
  });

  it('cannot be read without permission to follow, but are kept', async () => {
    await configure({ notLooping: { enabled: true } });
    await post(`/access/${followed.userId}/${follower.userId}`, {
      token: followed.token,
      body: permissionSet('view'),
    });
    expect((await read()).status).toBe(403);
    await share(server, followed, follower, 'follow');
    expect((await read()).body.notLooping).toEqual({ enabled: true, delay: 0 });
  });

  it('come with an accepted invitation, in addition to existing ones', async () => {
    const invited = await newAccount(server);
    const alertsConfig = { userId: 'x', low: { enabled: true, threshold, delay: 5 } };
    const permissions = permissionSet('follow');
    const { body } = await send(followed, { email: invited.email, permissions, alertsConfig });
    expect((await accept(invited, followed, body.key)).status).toBe(200);
    const { body: config } = await get(pathOf(followed, invited), { token: invited.token });
    expect(config).toEqual({
      userId: invited.userId,
      followedUserId: followed.userId,
      low: { enabled: true, threshold, delay: 5, repeat: 0 },
    });
  });

  it('can also be configured in the graph', async () => {
    const query = `mutation ($input: ConfigureAlertsInput!) {
      configureAlerts(input: $input) { alertsConfig { followerId low { threshold { value units } repeat } high { delay } } }
    }`;
    const input = { followedId: followed.userId, followerId: follower.userId, config: low({ repeat: 15 }) };
    const { body } = await graph(query, { token: follower.token, variables: { input } });
    expect(body.data.configureAlerts.alertsConfig).toEqual({
      followerId: follower.userId,
      low: { threshold: { value: 70, units: 'MG_DL' }, repeat: 15 },
      high: null,
    });
    const refused = await graph(query, { token: followed.token, variables: { input } });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('are typed in the graph, in either unit', async () => {
    const query = `mutation ($input: ConfigureAlertsInput!) {
      configureAlerts(input: $input) {
        alertsConfig {
          dataSetId
          urgentLow { enabled threshold { value(units: MMOL_L) } }
          high { threshold { value units } delay repeat }
          noCommunication { enabled delay }
        }
      }
    }`;
    const key = { followedId: followed.userId, followerId: follower.userId };
    const alerts = {
      urgentLow: { enabled: true, threshold: { value: 54, units: 'MG_DL' } },
      high: { enabled: false, threshold: { value: 13.9, units: 'MMOL_L' }, delay: 30, repeat: 15 },
      noCommunication: { enabled: true },
    };
    const run = (input: object) => graph(query, { token: follower.token, variables: { input } });
    const { body } = await run({ ...key, alerts });
    expect(body.data.configureAlerts.alertsConfig).toEqual({
      dataSetId: null,
      urgentLow: { enabled: true, threshold: { value: expect.closeTo(54 / 18.01559, 4) } },
      high: { threshold: { value: 13.9, units: 'MMOL_L' }, delay: 30, repeat: 15 },
      noCommunication: { enabled: true, delay: 0 },
    });
    const { body: stored } = await get(pathOf(followed, follower), { token: follower.token });
    expect(stored.high).toEqual({
      ...{ enabled: false, delay: 30, repeat: 15 },
      threshold: { value: 13.9, units: 'mmol/L' },
    });
    for (const [input, message] of [
      [{ ...key, alerts, config: low({}) }, /only one/],
      [key, /"alerts" is missing/],
      [{ ...key, alerts: {} }, /At least one/],
      [{ ...key, alerts: { low: { ...alerts.high, delay: 121 } } }, /invalid/],
    ] as const) {
      const refused = (await run(input)).body;
      expect([refused.errors[0].extensions.code, refused.errors[0].message]).toEqual([
        'BAD_USER_INPUT',
        expect.stringMatching(message),
      ]);
    }
  });

  it('of an invitation are typed in the graph', async () => {
    const invited = await newAccount(server);
    const { body } = await graph(
      `mutation ($input: SendInvitationInput!) {
        sendInvitation(input: $input) { invitation { alerts { low { enabled threshold { value units } } high { delay } } } }
      }`,
      {
        token: followed.token,
        variables: {
          input: {
            ...{ userId: followed.userId, email: invited.email, permissions: ['FOLLOW'] },
            alerts: { low: { enabled: true, threshold: { value: 70, units: 'MG_DL' } } },
          },
        },
      },
    );
    expect(body.data.sendInvitation.invitation.alerts).toEqual({
      low: { enabled: true, threshold: { value: 70, units: 'MG_DL' } },
      high: null,
    });
  });

  it('are visible to trusted servers for all followers of an account at once', async () => {
    const token = await newServerToken(server);
    const all = `/v1/users/${followed.userId}/followers/alerts`;
    expect((await get(all, { token })).status).toBe(404);
    const other = await newAccount(server);
    await share(server, followed, other, 'follow');
    await configure({ notLooping: { enabled: true } });
    await post(pathOf(followed, other), { token: other.token, body: low({}) });
    const { status, body } = await get(all, { token });
    expect(status).toBe(200);
    const expected = [
      { userId: follower.userId, notLooping: { enabled: true, delay: 0 } },
      { userId: other.userId, low: { enabled: false, threshold, delay: 0, repeat: 0 } },
    ].map((config) => ({ followedUserId: followed.userId, ...config }));
    expect(body).toHaveLength(2);
    expect(body).toEqual(expect.arrayContaining(expected));
    for (const by of [follower, followed, other])
      expect((await get(all, { token: by.token })).status).toBe(403);
    expect((await get(all)).status).toBe(401);
  });
});
