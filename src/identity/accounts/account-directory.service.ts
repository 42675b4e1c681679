import type { Database } from '../../platform/database/database';
import { badInput } from '../../platform/errors';
import type { AccountRole } from './account-role';
import type { AccountService } from './account.service';
import { UserEntity } from './user.entity';

/** Which accounts to find: by ids, or by role. */
export interface AccountQuestion {
  ids?: readonly string[];
  role?: AccountRole;
  /** Only accounts created at this instant or later, in milliseconds since the epoch. Only with a role. */
  createdFrom?: number;
  /** Only accounts created at this instant or earlier, in milliseconds since the epoch. Only with a role. */
  createdTo?: number;
}

/** A section of a list. */
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
   * Accounts by id, in the order of the ids and without unknown ones; or accounts by role, newest first. Returns all
   * without a place. Throws unless exactly one of the two is given.
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
    if (wanted.length > mostIds) throw badInput(`At most ${mostIds} ids are allowed.`);
    return (await this.accounts.findMany(wanted)).filter((user) => user !== null);
  }

  private byRole(
    { role, createdFrom, createdTo }: AccountQuestion & { role: AccountRole },
    place: Place | undefined,
  ): Promise<UserEntity[]> {
    const query = this.database.reader
      .createQueryBuilder(UserEntity, 'user')
      // Roles are stored as JSON text.
      .where('INSTR(user.roles, :role) > 0', { role: JSON.stringify(role) })
      .orderBy('user.createdTime', 'DESC')
      .addOrderBy('user.id', 'DESC');
    if (createdFrom !== undefined) query.andWhere('user.createdTime >= :createdFrom', { createdFrom });
    if (createdTo !== undefined) query.andWhere('user.createdTime <= :createdTo', { createdTo });
    if (place) query.offset(place.offset).limit(place.size);
    return query.getMany();
  }
}
