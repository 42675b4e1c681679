import { In, MoreThan } from 'typeorm';
import { areas } from '../../../../src/areas';
import { RecordEntity } from '../../../../src/records/data/record.entity';
import { OutboxMessageEntity } from '../../../../src/platform/outbox/outbox-message.entity';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { allEvaluated } from '../../../support/alerts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newConsent } from '../../../support/consents';
import { sendBlob, sendLog } from '../../../support/content';
import { messenger } from '../../../support/messages';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newWebPushKeys } from '../../../support/push-service';
import { newPerson } from '../../../support/person';
import { permissionSet, share } from '../../../support/shares';
import { findTraces } from '../../../support/traces';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

const reading = { type: 'cbg', units: 'mmol/L', value: 5.5, deviceId: 'd', time: '2024-05-06T07:08:09Z' };

describe('a deleted account', () => {
  it('leaves nothing in any table, except for the name under what it wrote elsewhere', async () => {
    const { server, database } = own;
    const { get, put, post, delete: remove } = api(server);
    const [person, friend] = [await newPerson(server), await newAccount(server)];
    const { userId, token, email, password } = person;
    await put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann Ba' } });
    await share(server, person, friend, 'view', 'note', 'follow');
    await share(server, friend, person, 'view', 'note', 'follow');
    for (const [of, to] of [
      [person, friend],
      [friend, person],
    ] as const) {
      const path = `/v1/users/${of.userId}/followers/${to.userId}/alerts`;
      await post(path, { token: to.token, body: { notLooping: { enabled: true } } });
    }
    await person.uploaded(await person.openedContinuous(), [reading]);
    await allEvaluated(database);
    await messenger(server, person).sent();
    const elsewhere = await messenger(server, person).sent({}, friend.userId);
    await post(`/v1/users/${userId}/restricted_tokens`, { token, body: {} });
    await post(`/v1/users/${userId}/consents`, { token, body: newConsent() });
    const consent = { userId, clientId: 'some-app', scope: 'openid email' };
    const { clientConsents } = own.app.services.tokenServiceParts;
    await database.transaction((manager) => clientConsents.remember(manager, consent));
    await sendBlob(server, userId, { token, raw: 'bytes' });
    await sendLog(server, userId, token);
    const apple = { token: 'YQ==', environment: 'sandbox' };
    await post(`/v1/users/${userId}/device_tokens`, { token, body: { apple } });
    const { publicKey } = newWebPushKeys();
    const browser = {
      endpoint: 'https://push.example.org/x',
      keys: { p256dh: publicKey, auth: 'A'.repeat(22) },
    };
    await post(`/v1/users/${userId}/web_push_subscriptions`, { token, body: browser });
    await post(`/confirm/send/invite/${userId}`, {
      token,
      body: { email: 'c@d.org', permissions: { view: {} } },
    });
    await post(`/confirm/send/invite/${friend.userId}`, {
      token: friend.token,
      body: { email, permissions: { view: {} } },
    });
    const before = await findTraces(database, userId);
    expect(before).toEqual(
      expect.arrayContaining([
        'alert_notifications',
        'alert_watches',
        'alerts_configs',
        'blobs',
        'client_consents',
        'confirmations',
        'consent_records',
        'data_sets',
        'device_logs',
        'device_tokens',
        'messages',
        'metadata',
        'records',
        'restricted_tokens',
        'sessions',
        'shares',
        'upload_receipts',
        'users',
        'web_push_subscriptions',
      ]),
    );
    expect((await remove(`/auth/user/${userId}`, { token, body: { password } })).status).toBe(202);
    await waitFor('everything to be gone', async () =>
      (await findTraces(database, userId)).length === 0 && (await findTraces(database, email)).length === 0
        ? true
        : undefined,
    );
    const { body } = await get(`/message/read/${elsewhere}`, { token: friend.token });
    expect(body.message.user).toEqual({ fullName: 'Ann Ba' });
    expect(body.message).not.toHaveProperty('userid');
    const asServer = await newServerToken(server);
    expect((await get(`/access/groups/${friend.userId}`, { token: friend.token })).body).toEqual({
      [friend.userId]: { root: {} },
    });
    expect((await get(`/auth/user/${friend.userId}`, { token: asServer })).status).toBe(200);
  });
});

/** Runs all steps of deletions now, including those scheduled for half an hour later, and waits for them. */
const afterAllSteps = (): Promise<true> =>
  waitFor('the end of all deletions', async () => {
    const { database } = own;
    const topics = ['account-deleted', 'forget-account'];
    const steps = await database.reader.findBy(OutboxMessageEntity, { topic: In(topics) });
    await database.transaction((manager) =>
      manager.update(
        OutboxMessageEntity,
        { topic: In(topics), dueTime: MoreThan(Date.now()) },
        { dueTime: 0 },
      ),
    );
    return steps.length === 0 ? true : undefined;
  });

interface Step {
  userId: string;
  area: string;
  isLast: boolean;
}

/** The steps of a deletion that are still to be done, and how long they wait. */
async function stepsOf(userId: string) {
  const found = await own.database.reader.findBy(OutboxMessageEntity, { topic: 'forget-account' });
  return found
    .map(({ payload, createdTime, dueTime }) => ({ ...(payload as Step), delay: dueTime - createdTime }))
    .filter((step) => step.userId === userId);
}

describe('an account that was deleted during an upgrade', () => {
  it('is forgotten again half an hour later, with what processes of the earlier release have written', async () => {
    const { server, database } = own;
    const person = await newPerson(server);
    const { userId, token, password } = person;
    const answer = await api(server).delete(`/auth/user/${userId}`, { token, body: { password } });
    expect(answer.status).toBe(202);
    const second = await waitFor('the first round of steps', async () => {
      const steps = await stepsOf(userId);
      return steps.length > 0 && steps.every(({ isLast }) => isLast) ? steps : undefined;
    });
    const names = areas.all.flatMap((area) => Object.keys(area.forgets(own.app.services)));
    expect(second.map(({ area }) => area).sort()).toEqual(names.sort());
    for (const { delay } of second) expect(delay).toBe(30 * 60_000);
    await database.transaction((manager) =>
      manager.query(
        `INSERT INTO metadata (user_id, collection, content, modified_time) VALUES (?, 'profile', '{}', 1)`,
        [userId],
      ),
    );
    await afterAllSteps();
    expect(await findTraces(database, userId)).toEqual([]);
  });

  it('keeps its events until they are delivered', async () => {
    const { userId, token, password } = await newPerson(own.server);
    await api(own.server).delete(`/auth/user/${userId}`, { token, body: { password } });
    const { delay } = await waitFor('the step of the events', async () =>
      (await stepsOf(userId)).find(({ area, isLast }) => area === 'events' && !isLast),
    );
    expect(delay).toBe(5_000);
  });

  it('is done with the steps of a release that has other areas', async () => {
    const { database, app } = own;
    const step = { userId: 'somebody', area: 'of the other release', isLast: false };
    await database.transaction((manager) => app.services.outbox.add(manager, 'forget-account', step));
    await afterAllSteps();
    expect(await stepsOf('somebody')).toEqual([]);
  });
});

describe('an account that got a role in a clinic after the check', () => {
  it.each(['clinic', 'clinician'])('is not deleted as a %s', async (role) => {
    const { server, app } = own;
    const { userId, token } = await newAccount(server, { roles: [role] });
    const { accountDeletions } = app.services;
    await expect(accountDeletions.deleteChecked(userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await api(server).get('/auth/user', { token })).status).toBe(200);
    expect(await stepsOf(userId)).toEqual([]);
  });
});

describe("the next owner of a deleted account's address", () => {
  it('keeps new invitations while the deletion runs, and gets none of the old ones', async () => {
    const { server } = own;
    const { get, post, delete: remove } = api(server);
    const [gone, earlier, later] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    const invite = async ({ userId, token }: TestAccount): Promise<void> => {
      const body = { email: gone.email, permissions: permissionSet('view') };
      accepted(await post(`/confirm/send/invite/${userId}`, { token, body }));
    };
    const sentBy = async ({ userId, token }: TestAccount): Promise<string[]> => {
      const { body } = await get(`/confirm/invite/${userId}`, { token });
      return (body ?? []).map(({ email }: Json) => email as string);
    };
    await invite(earlier);
    const { token, password, userId, email } = gone;
    expect((await remove(`/auth/user/${userId}`, { token, body: { password } })).status).toBe(202);
    await invite(later);
    await afterAllSteps();
    expect([await sentBy(earlier), await sentBy(later)]).toEqual([[], [email]]);
    const next = await newAccount(server, { email });
    const { body } = await get(`/confirm/invitations/${next.userId}`, { token: next.token });
    expect(body.map(({ creatorId }: Json) => creatorId as string)).toEqual([later.userId]);
  });
});

describe('an account with more records than one deletion step', () => {
  it('leaves none, even if they have the same time', async () => {
    const { server, database } = own;
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const { userId, token, password } = person;
    const dataSetId = await person.openedContinuous();
    const start = Date.parse(reading.time);
    for (let batch = 0; batch < 11; batch += 1) {
      const records = Array.from({ length: 1_000 }, (_, index) => {
        // Six thousand of them have the same time.
        const minutes = batch < 6 ? 0 : batch * 1_000 + index;
        return { ...reading, value: 2 + index / 100, time: new Date(start + minutes * 60_000).toISOString() };
      });
      await person.uploaded(dataSetId, records);
    }
    await other.uploaded(await other.openedContinuous(), [reading]);
    expect(await database.reader.countBy(RecordEntity, { userId })).toBe(11_000);
    const answer = await api(server).delete(`/auth/user/${userId}`, { token, body: { password } });
    expect(answer.status).toBe(202);
    await waitFor('the records to be gone', async () =>
      (await database.reader.countBy(RecordEntity, { userId })) === 0 ? true : undefined,
    );
    expect(await other.records('type=cbg')).toHaveLength(1);
  });
});
