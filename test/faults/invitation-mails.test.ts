import { join } from 'node:path';
import { newAccount, newEmail } from '../support/accounts';
import { api } from '../support/api';
import { freePort } from '../support/child';
import { accepted, newClinic } from '../support/clinics';
import { startServer, type RunningServer } from '../support/server-process';
import { permissionSet } from '../support/shares';
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink';
import { waitFor, waitForTakeover } from '../support/wait-until';

interface Sent {
  /** Recipients by kind of invitation. */
  addresses: string[];
  /** Displays the invitations of their senders. */
  shown(): Promise<unknown>;
}

/** Sends an invitation of each kind: from person to person, from a clinic, and to a clinic. */
async function inviteAll(server: RunningServer): Promise<Sent> {
  const { get, post } = api(server);
  const [person, clinic] = [await newAccount(server), await newClinic(server)];
  const [friend, colleague] = [newEmail(server), newEmail(server)];
  const as = { token: person.token };
  const body = { email: friend, permissions: permissionSet('view') };
  accepted(await post(`/confirm/send/invite/${person.userId}`, { ...as, body }));
  accepted(
    await post(`${clinic.path}/invites/clinicians`, {
      token: clinic.admin.token,
      body: { email: colleague, roles: ['CLINIC_MEMBER'] },
    }),
  );
  accepted(
    await post(`/confirm/send/invite/${person.userId}/clinic`, {
      ...as,
      body: { shareCode: clinic.shareCode, permissions: permissionSet('view') },
    }),
  );
  return {
    addresses: [friend, colleague, clinic.admin.email],
    shown: async () => (await get(`/confirm/invite/${person.userId}`, as)).body,
  };
}

const invitation = (to: string) => (mail: string) => mail.includes(to) && !mail.includes('is ready');

const arrived = ({ mails }: SmtpSink, { addresses }: Sent) =>
  waitForTakeover('all invitations', () =>
    addresses.every((to) => mails.some(invitation(to))) ? true : undefined,
  );

const countsOf = ({ mails }: SmtpSink, { addresses }: Sent) =>
  addresses.map((to) => mails.filter(invitation(to)).length);

describe('invitations', () => {
  it('wait for an unavailable mail server, and none is lost', async () => {
    const port = await freePort();
    const server = await startServer({ MAIL_URL: `smtp://127.0.0.1:${port}` });
    const sent = await inviteAll(server);
    expect(await sent.shown()).toHaveLength(2);
    await waitFor('a failed delivery', () => server.logs().includes('delivery failed') || undefined);
    const sink = await openSmtpSink(port);
    await arrived(sink, sent);
    expect(countsOf(sink, sent)).toEqual([1, 1, 1]);
    await server.stop();
    await sink.close();
  });

  it('are sent once after a restart if the process was killed before sending them', async () => {
    const killed = await startServer({ MAIL_URL: `smtp://127.0.0.1:${await freePort()}` });
    const sent = await inviteAll(killed);
    await killed.kill();
    const sink = await openSmtpSink();
    const restarted = await startServer({
      DATABASE_URL: `sqlite:${join(killed.folder, 'glycograph.db')}`,
      MAIL_URL: sink.url,
    });
    await arrived(sink, sent);
    await restarted.stop();
    expect(countsOf(sink, sent)).toEqual([1, 1, 1]);
    await sink.close();
  });
});
