import type { Database } from '../database/database';
import { badInput } from '../errors';
import type { AccountRole } from './account-role';
import type { AccountService } from './account.service';
import { UserEntity } from './user.entity';

/** Which accounts are wanted: those of some ids, or those of a role. */
export interface AccountQuestion {
  ids?: readonly string[];
  role?: AccountRole;
  /** Only accounts opened at this instant or later, in milliseconds since the epoch. Only together with a role. */
  createdFrom?: number;
  /** Only accounts opened at this instant or earlier, in milliseconds since the epoch. Only together with a role. */
  createdTo?: number;
}

/** A part of a list. */
export interface Place {
  offset: number;
  size: number;
}

const mostIds = 1_000;

/** Finds accounts for trusted servers. */
export class AccountDirectory {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
  ) {}

  /**
   * Accounts by their ids, in the order of the ids and without those that do not exist; or the accounts of a role,
   * newest first. All of them when no place is given. Throws when it is not exactly one of the two.
   */
  async find(question: AccountQuestion, place?: Place): Promise<UserEntity[]> {
    const { ids, role } = question;
    if (ids && role) throw badInput('Only one query parameter is allowed');
    if (ids) {
      const found = await this.byIds(ids);
      return place ? found.slice(place.offset, place.offset + place.size) : found;
    }
    if (role) return this.byRole({ ...question, role }, place);
    throw badInput('Unknown query parameter');
  }

  private async byIds(ids: readonly string[]): Promise<UserEntity[]> {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    if (wanted.length > mostIds) throw badInput(`${mostIds} ids are allowed at once.`);
    return (await this.accounts.findMany(wanted)).filter((user) => user !== null);
  }

  private byRole(
    { role, createdFrom, createdTo }: AccountQuestion & { role: AccountRole },
    place: Place | undefined,
  ): Promise<UserEntity[]> {
    const query = this.database.reader
      .createQueryBuilder(UserEntity, 'user')
      // Roles are kept as JSON text.
      .where('INSTR(user.roles, :role) > 0', { role: JSON.stringify(role) })
      .orderBy('user.createdTime', 'DESC')
      .addOrderBy('user.id', 'DESC');
    if (createdFrom !== undefined) query.andWhere('user.createdTime >= :createdFrom', { createdFrom });
    if (createdTo !== undefined) query.andWhere('user.createdTime <= :createdTo', { createdTo });
    if (place) query.offset(place.offset).limit(place.size);
    return query.getMany();
  }
}
