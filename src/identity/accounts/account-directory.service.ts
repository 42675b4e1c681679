import type { Database } from '../../platform/database/database';
import { orderBy, type ListSource } from '../../platform/database/keyset';
import { readParts, withItems } from '../../platform/database/pages';
import { badInput } from '../../platform/errors';
import { isUserId } from '../../platform/ids';
import { newestFirst, type ListOrder, type ListPart, type Placed } from '../../platform/list-part';
import { partOfItems } from '../../platform/part-of-items';
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

/** Accounts in the order of the ids that were asked for. */
const orderOfIds: ListOrder = { name: 'ids', keys: [{ expression: 'position', kind: 'number' }] };

/** The order of the accounts that a question finds. */
export const accountsOrder = ({ ids }: AccountQuestion): ListOrder => (ids ? orderOfIds : newestFirst);

/** Accounts in the order of their addresses. */
const addressOrder: ListOrder = {
  name: 'address',
  keys: [
    { expression: 'email', kind: 'text' },
    { expression: 'id', kind: 'text' },
  ],
};

/** What operators search accounts by; all accounts if nothing is given. */
export interface AccountSearch {
  /** An id, or the beginning of an address, ignoring case. */
  text?: string;
  role?: AccountRole;
}

/** Sorts behind every address with the same beginning. */
const behindAll = '\u{10ffff}';

/** The order of the accounts that a search finds. */
export const searchOrder = ({ text = '' }: AccountSearch): ListOrder =>
  text === '' || isUserId(text) ? newestFirst : addressOrder;

const mostIds = 1_000;

/** Finds accounts for trusted servers. */
export class AccountDirectory {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
  ) {}

  /**
   * Accounts by id, in the order of the ids and without unknown ones; or accounts by role, newest first. Throws unless
   * exactly one of the two is given.
   */
  async find(question: AccountQuestion): Promise<UserEntity[]> {
    const asked = checked(question);
    if (asked.ids) return (await this.byIds(asked.ids)).flatMap(({ item }) => item ?? []);
    const { plain } = this.database;
    const { select, toEntity } = plain.listColumns(UserEntity, 'users');
    const { from, parameters } = accountsWithRole(asked);
    const order = orderBy(
      newestFirst.keys,
      newestFirst.keys.map(({ expression }) => expression),
    );
    const rows = await plain.rows<Record<string, unknown>>(`SELECT ${select} ${from} ORDER BY ${order}`, [
      ...parameters,
    ]);
    return rows.map(toEntity);
  }

  /** A part of the list of `find`. */
  async page(question: AccountQuestion, part: ListPart): Promise<Placed<UserEntity>[]> {
    const asked = checked(question);
    if (asked.ids) return partOfItems(orderOfIds, await this.byIds(asked.ids), part);
    const source = accountsWithRole(asked);
    const parts = await readParts(this.database.reader, [{ source, keys: newestFirst.keys, part }]);
    const [found = []] = withItems(parts, await this.accounts.findMany(parts.flat().map(({ id }) => id)));
    return found;
  }

  /** Pages of the accounts that searches find, in the order of the requests. For loaders. */
  readonly searches = async (
    questions: readonly (ListPart & { search: AccountSearch })[],
  ): Promise<Placed<UserEntity>[][]> => {
    const parts = await readParts(
      this.database.reader,
      questions.map(({ search, ...part }) => ({
        source: selectSearched(search),
        keys: searchOrder(search).keys,
        part,
      })),
    );
    return withItems(parts, await this.accounts.findMany(parts.flat().map(({ id }) => id)));
  };

  /** Known accounts, and the positions of their ids. */
  private async byIds(ids: readonly string[]): Promise<Placed<UserEntity>[]> {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    if (wanted.length > mostIds) throw badInput(`At most ${mostIds} ids are allowed.`);
    const found = await this.accounts.findMany(wanted);
    return found.flatMap((item, position) => (item ? { place: [position], item } : []));
  }
}

/** A question by role. */
interface RoleQuestion extends AccountQuestion {
  ids?: undefined;
  role: AccountRole;
}

/** The question. Throws unless it is either by ids or by role. */
function checked(question: AccountQuestion): (AccountQuestion & { ids: readonly string[] }) | RoleQuestion {
  const { ids, role } = question;
  if (ids && role) throw badInput('Only one query parameter is allowed');
  if (ids) return { ...question, ids };
  if (role) return { ...question, ids, role };
  throw badInput('Unknown query parameter');
}

function accountsWithRole({ role, createdFrom, createdTo }: RoleQuestion): ListSource {
  const conditions: [condition: string, value: string | number | undefined][] = [
    // Stored as JSON text.
    ['INSTR(roles, ?) > 0', JSON.stringify(role)],
    ['created_time >= ?', createdFrom],
    ['created_time <= ?', createdTo],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  return {
    id: 'id',
    from: `FROM users WHERE ${asked.map(([condition]) => condition).join(' AND ')}`,
    parameters: asked.map(([, value]) => value),
  };
}

function selectSearched({ text = '', role }: AccountSearch): ListSource {
  const wanted = text.toLowerCase();
  const conditions: [condition: string, ...values: string[]][] = [['1 = 1']];
  if (isUserId(wanted)) conditions.push(['id = ?', wanted]);
  else if (wanted !== '') conditions.push(['email >= ? AND email < ?', wanted, wanted + behindAll]);
  if (role) conditions.push(['INSTR(roles, ?) > 0', JSON.stringify(role)]);
  return {
    id: 'id',
    from: `FROM users WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`,
    parameters: conditions.flatMap(([, ...values]) => values),
  };
}
