import { join } from 'node:path';
import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { freePort } from '../support/child';
import { startServer } from '../support/server-process';
import { openSmtpSink } from '../support/smtp-sink';
import { openGate, throughGate } from '../support/tcp-gate';
import { waitFor, waitForTakeover } from '../support/wait-until';

describe('a promised mail', () => {
  it('arrives once if the process was killed before sending it', async () => {
    const nobodyListens = `smtp://127.0.0.1:${await freePort()}`;
    const killed = await startServer({ MAIL_URL: nobodyListens });
    const { userId, email, token } = await newAccount(killed, { verified: false });
    expect((await api(killed).post(`/confirm/send/signup/${userId}`, { token })).status).toBe(200);
    await waitFor('a failed delivery', () => killed.logs().includes('delivery failed') || undefined);
    await killed.kill();

    const sink = await openSmtpSink();
    const restarted = await startServer({
      DATABASE_URL: `sqlite:${join(killed.folder, 'glycograph.db')}`,
      MAIL_URL: sink.url,
    });
    const [mail] = await waitForTakeover('the mail', () => (sink.mails.length > 0 ? sink.mails : undefined));
    expect(mail).toContain(email);
    await restarted.stop();

    const nothingLeft = await startServer({
      DATABASE_URL: `sqlite:${join(killed.folder, 'glycograph.db')}`,
      MAIL_URL: sink.url,
    });
    const other = await newAccount(nothingLeft, { verified: false });
    await api(nothingLeft).post(`/confirm/send/signup/${other.userId}`, { token: other.token });
    await waitFor('a later mail', () => sink.mails.find((each) => each.includes(other.email)));
    expect(sink.mails.filter((each) => each.includes(email))).toHaveLength(1);
    await nothingLeft.stop();
    await sink.close();
  });

  it('arrives once, as do all others, if the mail server hung for a while', async () => {
    const sink = await openSmtpSink();
    const gate = await openGate(Number(new URL(sink.url).port));
    const server = await startServer({ MAIL_URL: throughGate(sink.url, gate) });
    const people = await Promise.all(
      Array.from({ length: 8 }, () => newAccount(server, { verified: false })),
    );
    const askForMail = ({ userId, token }: TestAccount) =>
      api(server).post(`/confirm/send/signup/${userId}`, { token });
    const mailsTo = ({ email }: TestAccount) => sink.mails.filter((mail) => mail.includes(email)).length;
    const [first, ...others] = people as [TestAccount, ...TestAccount[]];
    await askForMail(first);
    await waitFor('the first mail', () => mailsTo(first) || undefined);
    gate.stall();
    const answers = await Promise.all(others.map(askForMail));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    await waitForTakeover('a failed delivery', () => server.logs().includes('delivery failed') || undefined);
    gate.open();
    await waitForTakeover('all mails', () => others.every((person) => mailsTo(person) > 0) || undefined);
    await server.stop();
    expect(people.map(mailsTo)).toEqual(people.map(() => 1));
    await gate.close();
    await sink.close();
  });

  it('does not delay a response if the mail server is unavailable', async () => {
    const server = await startServer({ MAIL_URL: `smtp://127.0.0.1:${await freePort()}` });
    const { userId, token } = await newAccount(server, { verified: false });
    const answers = [
      await api(server).post(`/confirm/send/signup/${userId}`, { token }),
      await api(server).get('/auth/user', { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
