import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that accepts and keeps every mail. */
export interface SmtpSink {
  /** For `MAIL_URL`. */
  url: string;
  mails: string[];
  close(): Promise<void>;
}

/**
 * @param port any free one by default
 * @param answers false: mails are kept without a response to the sender
 */
export async function openSmtpSink(port = 0, answers = true): Promise<SmtpSink> {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
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
