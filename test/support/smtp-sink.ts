import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that accepts and keeps every mail, except those to recipients that it refuses. */
export interface SmtpSink {
  /** For `MAIL_URL`. */
  url: string;
  mails: string[];
  close(): Promise<void>;
}

/**
 * @param port any free one by default
 * @param answers false: mails are kept without a response to the sender
 * @param refusals what it answers to recipients that begin with a text
 */
export async function openSmtpSink(
  port = 0,
  answers = true,
  refusals: Readonly<Record<string, string>> = {},
): Promise<SmtpSink> {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const [, refusal] = Object.entries(refusals).find(([start]) => address.startsWith(start)) ?? [];
      if (refusal === undefined) return done();
      const [code, ...words] = refusal.split(' ');
      done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'));
        if (answers) done();
      });
    },
  });
  // A client that disconnects in the middle is not our error.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
