import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { ensureFolder } from '../settings/ensure-folder';
import { toMessage, type Mail, type Mailer } from './mailer';

/** Mails have links that open accounts. */
const ownerOnly = { folder: 0o700, file: 0o600 };

/** Writes each mail as an `.eml` file to a folder: the default for trying things out, and for tests. */
export class FileMailer implements Mailer {
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {}

  async send(mail: Mail, id: string): Promise<void> {
    const { message } = await this.transport.sendMail(toMessage(mail, this.from, id));
    await mkdir(this.folder, { recursive: true, mode: ownerOnly.folder });
    const path = join(this.folder, `${id}.eml`);
    // Readers of the folder never see half a mail.
    await writeFile(`${path}.part`, message as Buffer, { mode: ownerOnly.file });
    await rename(`${path}.part`, path);
  }

  async assertUsable(): Promise<void> {
    ensureFolder(this.folder, ownerOnly.folder);
  }

  close(): void {
    this.transport.close();
  }
}
