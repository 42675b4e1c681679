import { existsSync } from 'node:fs';
import { areas } from '../../areas';
import { serviceSubject } from '../../identity/audit/operator-log.service';
import type { UserEntity } from '../../identity/accounts/user.entity';
import type { AccessKind } from '../../identity/audit/access';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/errors';
import { createServices, type Services } from '../../services';
import { openAsItIs } from '../run-command';

/** The services of the configured installation, for one command of an operator. It does not listen, and runs no background work. */
export class AdministrationSession {
  private constructor(
    readonly config: Config,
    readonly services: Services,
    private readonly database: Database,
    private readonly operator: string,
  ) {}

  /** Opens the database, which must be of this release. */
  static async open(config: Config, operator: string): Promise<AdministrationSession> {
    const database = await openAsItIs(config);
    // A command may create the file.
    const { CLIENTS_FILE: file } = config;
    const present = file !== undefined && existsSync(file) ? file : undefined;
    const services = createServices({ ...config, CLIENTS_FILE: present }, database);
    return new AdministrationSession(config, services, database, operator);
  }

  async close(): Promise<void> {
    for (const area of areas.all.toReversed()) await area.close?.(this.services);
    await this.database.close();
  }

  /** The account with an id or an address. Throws if there is none. */
  async account(idOrAddress: string): Promise<UserEntity> {
    const { accounts } = this.services;
    const found = idOrAddress.includes('@')
      ? await accounts.findByEmail(idOrAddress)
      : (await accounts.findMany([idOrAddress.toLowerCase()]))[0];
    if (!found) throw notFound(`There is no account ${idOrAddress}.`);
    return found;
  }

  /**
   * Runs a change, which the access log records with the operator's name.
   *
   * @param command its words and ids, without names and addresses
   * @param accountIds accounts that it concerns
   */
  change<Result>(
    command: string,
    accountIds: readonly string[],
    change: () => Promise<Result>,
  ): Promise<Result> {
    return this.services.operatorLog.change(this.deed(command, accountIds), change);
  }

  /** Records a read, or a change to a file. */
  note(command: string, accountIds: readonly string[], kind: AccessKind): Promise<void> {
    return this.services.operatorLog.note(this.deed(command, accountIds), kind);
  }

  /** The newest entries on an account; on the service if none is given. */
  newestEntries(account: UserEntity | undefined, size: number) {
    return this.services.operatorLog.newest(account?.id ?? serviceSubject, size);
  }

  private deed(command: string, accountIds: readonly string[]) {
    return { operator: this.operator, operation: `glycograph ${command}`, accountIds };
  }
}
