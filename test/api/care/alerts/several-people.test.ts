import { newServerToken } from '../../../support/accounts';
import { allEvaluated, newFollower, readingBefore } from '../../../support/alerts';
import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { share } from '../../../support/shares';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

const above = (value: number) => ({ enabled: true, threshold: { value, units: 'mmol/L' } });

/**
 * Two followers of a person, of whom the first also follows a second person. Both people are at 3.5 mmol/L, of which
 * only the first follower wants to be told, and only about the first person.
 */
async function openFollowing() {
  const [person, second] = [await newPerson(own.server), await newPerson(own.server)];
  const [follower, other] = [await newFollower(own.server, person), await newFollower(own.server, person)];
  await share(own.server, second, follower, 'follow');
  await follower.configure({ low: above(4) });
  await other.configure({ high: above(10) });
  const path = `/v1/users/${second.userId}/followers/${follower.userId}/alerts`;
  await api(own.server).post(path, { token: follower.token, body: { urgentLow: above(3) } });
  await Promise.all([person, second].map(uploadLow));
  await allEvaluated(own.database);
  return { person, second, follower, other };
}

async function uploadLow(person: Person): Promise<void> {
  await person.uploaded(await person.openedContinuous(), [readingBefore(Date.now(), 0, 3.5)]);
}

const fields = `followedId followerId low { enabled } urgentLow { enabled } high { enabled }
  activity { low { triggeredTime } urgentLow { triggeredTime } high { triggeredTime } }`;

describe('alerts of several people and followers', () => {
  it('follow each person’s own data and settings, which are not mixed up when they are read together', async () => {
    const { person, second, follower, other } = await openFollowing();
    const pairs = { a: [person, follower], b: [second, follower], c: [person, other] } as const;
    const aliases = Object.entries(pairs).map(
      ([alias, [{ userId }, to]]) =>
        `${alias}: alertsConfig(followedId: "${userId}", followerId: "${to.userId}") { ${fields} }`,
    );
    const token = await newServerToken(own.server);
    const { body } = await api(own.server).graph(`{ ${aliases.join(' ')} }`, { token });
    const nothing = { low: null, urgentLow: null, high: null };
    const expected = (alias: keyof typeof pairs, section: object, activity: object = {}) => ({
      ...{ followedId: pairs[alias][0].userId, followerId: pairs[alias][1].userId },
      ...{ ...nothing, ...section, activity: { ...nothing, ...activity } },
    });
    const enabled = { enabled: true };
    expect(body.data).toEqual({
      a: expected('a', { low: enabled }, { low: { triggeredTime: expect.any(String) } }),
      b: expected('b', { urgentLow: enabled }),
      c: expected('c', { high: enabled }),
    });
    expect([await follower.told(), await other.told()]).toEqual([['LOW'], []]);
  });

  it('are listed for servers by person, ordered by follower', async () => {
    const { person, follower, other } = await openFollowing();
    const token = await newServerToken(own.server);
    const ids = [follower.userId, other.userId].sort();
    const listed = ids.map((id) => ({
      followerId: id,
      low: id === follower.userId ? { enabled: true } : null,
    }));
    const query = `query ($id: ID!, $after: String) {
      alertsConfigsAbout(followedId: $id) { followerId low { enabled } }
      alertsConfigsOfFollowers(followedId: $id, first: 1, after: $after) {
        edges { node { followerId low { enabled } } } pageInfo { hasNextPage endCursor }
      }
    }`;
    let after: string | null = null;
    for (const [index, node] of listed.entries()) {
      const variables = { id: person.userId, after };
      const { body } = await api(own.server).graph(query, { token, variables });
      const { edges, pageInfo } = body.data.alertsConfigsOfFollowers;
      expect([edges, pageInfo.hasNextPage]).toEqual([[{ node }], index === 0]);
      expect(body.data.alertsConfigsAbout).toEqual(listed);
      after = pageInfo.endCursor;
    }
  });

  it('reach everybody, also while one person has thousands of followers', async () => {
    const [popular, follower] = [await newPerson(own.server), await newFollower(own.server)];
    await follower.configure({ low: above(4) });
    const insert = `INSERT INTO alerts_configs
      (followed_id, follower_id, sections, created_time, modified_time) VALUES `;
    for (let start = 0; start < 14_000; start += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_each, index) => [
        popular.userId,
        `f${start + index}`,
        '{}',
        0,
        0,
      ]);
      const values = rows.map(() => '(?, ?, ?, ?, ?)').join(', ');
      await own.database.transaction((manager) => manager.query(insert + values, rows.flat()));
    }
    for (const person of [popular, follower.followed]) await uploadLow(person);
    await allEvaluated(own.database);
    expect(await follower.told()).toEqual(['LOW']);
  });
});
