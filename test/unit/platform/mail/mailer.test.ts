import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { Mailer } from '../../../../src/platform/mail/mailer';
import { openMailer } from '../../../../src/platform/mail/open-mailer';

const mail = {
  to: 'zoë@example.org',
  subject: 'Größe ✓',
  text: 'Hello, http://localhost/login?key=a%2Bb',
  html: '<p>Hello, <a href="http://localhost/login?key=a%2Bb">you</a></p>',
};

interface Backend {
  mailer: Mailer;
  /** The raw received messages. */
  received(): Promise<string[]>;
  close(): Promise<void>;
}

async function fileBackend(): Promise<Backend> {
  const folder = await mkdtemp(join(tmpdir(), 'mails-'));
  const mailer = openMailer(`file:${folder}/new/folder`, 'Test <test@example.org>');
  return {
    mailer,
    received: async () => {
      const names = (await readdir(`${folder}/new/folder`)).sort();
      return Promise.all(names.map((name) => readFile(join(folder, 'new/folder', name), 'utf8')));
    },
    close: async () => {
      mailer.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function smtpBackend(): Promise<Backend> {
  const messages: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        messages.push(text);
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () =>
      resolve((listening.address() as { port: number }).port),
    );
  });
  const mailer = openMailer(`smtp://127.0.0.1:${port}`, 'Test <test@example.org>');
  return {
    mailer,
    received: () => Promise.resolve(messages),
    close: async () => {
      mailer.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

describe.each([
  ['file', fileBackend],
  ['smtp', smtpBackend],
])('mail through %s', (_name, open) => {
  let backend: Backend;
  beforeEach(async () => {
    backend = await open();
  });
  afterEach(() => backend.close());

  it('delivers text and HTML with the sender and a permanent id for retries', async () => {
    await backend.mailer.send(mail, 'message-1');
    const [message = ''] = await backend.received();
    expect(message).toMatch(/^From: Test <test@example\.org>/m);
    expect(message).toMatch(/^Message-ID: <message-1@glycograph>/m);
    expect(message).toMatch(/Content-Type: text\/plain/);
    expect(message).toMatch(/Content-Type: text\/html/);
    expect(message).toMatch(/key=(3D)?a%2Bb/);
  });

  it('keeps line breaks in a subject out of the header', async () => {
    await backend.mailer.send({ ...mail, subject: 'One\r\nBcc: other@example.org' }, 'message-2');
    const [message = ''] = await backend.received();
    expect(message).not.toMatch(/^Bcc:/m);
  });

  it('delivers one message for each mail', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => backend.mailer.send(mail, id)));
    expect(await backend.received()).toHaveLength(3);
  });
});

it('fails if the SMTP server does not respond, so that the mail is retried', async () => {
  const mailer = openMailer('smtp://127.0.0.1:1', 'Test <test@example.org>');
  await expect(mailer.send(mail, 'message')).rejects.toThrow();
  mailer.close();
});

describe('the folder of mails', () => {
  const readMode = async (path: string) => (await stat(path)).mode & 0o777;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mails-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('can be entered by its owner only, because mails have links that open accounts', async () => {
    const path = join(folder, 'sent');
    await openMailer(`file:${path}`, 'test@example.org').send(mail, 'message');
    expect([await readMode(path), await readMode(join(path, 'message.eml'))]).toEqual([0o700, 0o600]);
    const usable = join(folder, 'usable');
    await openMailer(`file:${usable}`, 'test@example.org').assertUsable();
    expect(await readMode(usable)).toBe(0o700);
  });

  it('may be open to all: its files are not', async () => {
    const path = join(folder, 'open');
    await mkdir(path);
    await chmod(path, 0o755);
    await openMailer(`file:${path}`, 'test@example.org').send(mail, 'message');
    expect(await readMode(join(path, 'message.eml'))).toBe(0o600);
  });
});
