import { unwatchFile, watchFile } from 'node:fs';
import type { BackgroundWork } from '../../../platform/composition/area';
import type { Logger } from '../../../platform/logging';
import type { ClientRegistry } from './client-registry';

/** Milliseconds between two looks at the file. */
const interval = 2_000;

/** Reads the file of clients again when it has changed, whoever has changed it. A file with a fault is not used. */
export class ClientsFileWatch implements BackgroundWork {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly file: string | undefined,
    private readonly log: Logger,
  ) {}

  start(): void {
    // Polled: notifications do not cross network file systems, and are lost when a file is replaced.
    if (this.file !== undefined) watchFile(this.file, { interval, persistent: false }, this.readAgain);
  }

  stop(): Promise<void> {
    if (this.file !== undefined) unwatchFile(this.file, this.readAgain);
    return Promise.resolve();
  }

  private readonly readAgain = (): void => {
    if (this.file === undefined) return;
    try {
      this.registry.read(this.file);
      this.log.info({ setting: 'CLIENTS_FILE' }, 'the clients were read again');
    } catch (error) {
      this.log.error({ setting: 'CLIENTS_FILE', error }, 'the clients could not be read again');
    }
  };
}
