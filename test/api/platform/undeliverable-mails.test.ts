import { OutboxMessageEntity } from '../../../src/platform/outbox/outbox-message.entity';
import { newAccount, newEmail, type TestAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { permissionSet } from '../../support/shares';
import { openSmtpSink, type SmtpSink } from '../../support/smtp-sink';
import { startWithUnsentMails, unsentMails } from '../../support/unsent-mails';
import { waitFor } from '../../support/wait-until';

const dayLong = 24 * 3_600_000;

const askForMail = ({ server }: OwnApp, { userId, token }: TestAccount) =>
  api(server).post(`/confirm/send/signup/${userId}`, { token });

const waitingTo = (own: OwnApp, { email }: Pick<TestAccount, 'email'>) =>
  unsentMails(own, ({ to }) => to === email);

const gone = (own: OwnApp, account: Pick<TestAccount, 'email'>) =>
  waitFor(
    `no mail to ${account.email}`,
    async () => (await waitingTo(own, account)).length === 0 || undefined,
  );

/** The message of a mail once its delivery has failed. */
const failing = (own: OwnApp, { email }: TestAccount) =>
  waitFor('a failed delivery', async () => {
    const messages = await own.database.reader.findBy(OutboxMessageEntity, { topic: 'mail' });
    return messages.find(({ attempts, payload }) => attempts > 0 && JSON.stringify(payload).includes(email));
  });

describe('a mail that the server of its recipient refuses', () => {
  let own: OwnApp;
  let sink: SmtpSink;

  beforeAll(async () => {
    const refusals = {
      'unknown-': '550 5.1.1 no such user',
      'relayed-': '550 5.7.1 relaying denied',
      'plain-': '550 relaying denied',
      'quota-': '550 5.4.5 relaying denied: daily limit exceeded',
    };
    sink = await openSmtpSink(0, true, refusals);
    own = await startOwnApp({ MAIL_URL: sink.url });
  }, 120_000);

  afterAll(async () => {
    await own.close();
    await sink.close();
  }, 120_000);

  const newRecipient = (prefix: string) =>
    newAccount(own.server, {
      email: `${prefix}${newEmail(own.server, { verified: false })}`,
      verified: false,
    });

  it('is dropped, unlike others', async () => {
    const [refused, other] = [await newRecipient('unknown-'), await newRecipient('known-')];
    for (const each of [refused, other]) expect((await askForMail(own, each)).status).toBe(200);
    await gone(own, refused);
    await waitFor('the other mail', () => sink.mails.find((mail) => mail.includes(other.email)));
    expect(sink.mails.filter((mail) => mail.includes(refused.email))).toEqual([]);
  });

  it.each(['relayed-', 'plain-', 'quota-'])(
    'is tried again if the reason may be the sender: %s',
    async (prefix) => {
      const recipient = await newRecipient(prefix);
      await askForMail(own, recipient);
      const { lastError } = await failing(own, recipient);
      expect(lastError).toContain('relaying denied');
    },
  );
});

describe('a mail that waits because no mail server answers', () => {
  let own: OwnApp;

  beforeAll(async () => {
    own = await startWithUnsentMails();
  }, 120_000);

  afterAll(() => own.close(), 120_000);

  it.each([
    ['is dropped after three days', 3 * dayLong + 1, true],
    ['is kept until then', 3 * dayLong - 3_600_000, false],
  ])('%s', async (_what, age, isDropped) => {
    const account = await newAccount(own.server, { verified: false });
    await askForMail(own, account);
    const { id, attempts } = await failing(own, account);
    const set = { createdTime: Date.now() - age, dueTime: 0 };
    await own.database.transaction((manager) => manager.update(OutboxMessageEntity, { id }, set));
    if (isDropped) return gone(own, account);
    const again = await waitFor('another attempt', async () => {
      const message = await own.database.reader.findOneBy(OutboxMessageEntity, { id });
      return message && message.attempts > attempts ? message : undefined;
    });
    expect(again.createdTime).toBe(set.createdTime);
  });

  it('is dropped when the account that it is for, or that it is from, is deleted', async () => {
    const [leaving, friend] = [await newAccount(own.server), await newAccount(own.server)];
    const invited = { email: newEmail(own.server) };
    const { post, delete: remove } = api(own.server);
    const invite = async ({ userId, token }: TestAccount, { email }: { email: string }) => {
      const body = { email, permissions: permissionSet('view') };
      expect((await post(`/confirm/send/invite/${userId}`, { token, body })).status).toBe(200);
    };
    await invite(leaving, invited);
    await invite(friend, leaving);
    await invite(friend, { email: `not-${leaving.email}` });
    expect(await waitingTo(own, leaving)).toHaveLength(1);
    const { userId, token, password } = leaving;
    expect((await remove(`/auth/user/${userId}`, { token, body: { password } })).status).toBe(202);
    await gone(own, leaving);
    await gone(own, invited);
    expect(await waitingTo(own, { email: `not-${leaving.email}` })).toHaveLength(1);
  });
});
