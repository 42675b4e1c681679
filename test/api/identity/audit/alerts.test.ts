import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount, type TestAccount } from '../../../support/accounts';
import { newFollower, readingBefore, uploading } from '../../../support/alerts';
import { api, type Json } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

/** Alerts of a server that other tests use are evaluated at any time. */
let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };
const route = 'GET /v1/users/{userId}/followers/{followerUserId}/alerts';

/** A follower who was notified of a low, and calls of a caller about this follower. */
async function notifiedFollower() {
  const follower = await newFollower(own.server);
  await follower.configure(urgentLow);
  const upload = await uploading(own, follower);
  await upload(readingBefore(Date.now(), 0, 2));
  const { followed, userId } = follower;
  const path = `/v1/users/${followed.userId}/followers/${userId}/alerts`;
  return { follower, followed, path };
}

const ofActor = async (followed: TestAccount, { userId }: TestAccount): Promise<Json[]> =>
  (await accessLog(own.server, followed.userId, followed.token)).filter(
    ({ actorId }: Json) => actorId === userId,
  );

describe('the alerts about a person', () => {
  it('leave an entry in the access log of that person when their follower reads them', async () => {
    const { follower, followed, path } = await notifiedFollower();
    const { userId, token } = follower;
    const pair = `followedId: "${followed.userId}", followerId: "${userId}"`;
    const config = `alertsConfig(${pair}) { activity { urgentLow { sentTime } } }`;
    const list = `alertNotifications(followedId: "${followed.userId}") { edges { node { kind } } }`;
    const { graph, get } = api(own.server);
    await graph(`query State { ${config} }`, { token });
    await graph(`query Told { ${list} }`, { token });
    expect((await get(path, { token })).status).toBe(200);
    const read = { actorId: userId, kind: 'READ', reason: 'SHARE' };
    const seen = async (operation: string) =>
      (await onRecord(own.server, followed.userId, followed.token, { ...read, operation })).fields;
    expect(await seen('query State')).toEqual(['Query.alertsConfig']);
    expect(await seen('query Told')).toEqual(['Query.alertNotifications']);
    expect(await seen(route)).toEqual(['Query.alertsConfig']);
  });

  it('leave an entry when they are configured or deleted', async () => {
    const { follower, followed, path } = await notifiedFollower();
    await api(own.server).delete(path, { token: follower.token });
    const changes = (await ofActor(followed, follower)).filter(({ kind }: Json) => kind === 'CHANGE');
    expect(changes.map(({ operation }: Json) => operation)).toEqual(
      ['DELETE', 'POST'].map((method) => route.replace('GET', method)),
    );
  });

  it('leave an entry when a stranger is refused, and none when a stranger has got no notifications', async () => {
    const { followed, path } = await notifiedFollower();
    const stranger = await newAccount(own.server);
    const { token } = stranger;
    const list = `alertNotifications(followedId: "${followed.userId}") { edges { node { kind } } }`;
    const { body } = await api(own.server).graph(`query Told { ${list} }`, { token });
    expect(body.data.alertNotifications.edges).toEqual([]);
    expect((await api(own.server).get(path, { token })).status).toBe(403);
    const refused = { actorId: stranger.userId, kind: 'REFUSED', operation: route };
    await onRecord(own.server, followed.userId, followed.token, refused);
    expect(await ofActor(followed, stranger)).toHaveLength(1);
  });
});
