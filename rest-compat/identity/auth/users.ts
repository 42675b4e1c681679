import { AccountRoleName, type User } from '../../../resolvers/identity/auth/accounts.types';
import { UsersResolver } from '../../../resolvers/identity/auth/users';
import type { AccountQuestion } from '../../../src/identity/accounts/account-directory.service';
import { isoTime } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import { parseRangeBound } from '../../../src/platform/iso-time';
import { accountOnWire } from './account-on-wire';
import { reasonErrors } from '../../errors';
import type { AccountRole } from '../../generated/operations';
import type { QueryParameters } from '../../query-parameters';
import { bulkRoute, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';

/** Roles by their names on the wire. */
const roleNames = Object.values(AccountRoleName);

const day = { type: 'string', format: 'date' };

const parameters = {
  id: { description: 'Account ids, separated by commas.' },
  role: {
    description: 'Accounts with this role, newest first.',
    schema: { type: 'string', enum: roleNames },
  },
  createdFrom: { description: 'With a role: created at 00:00 UTC of this day or later.', schema: day },
  createdTo: { description: 'With a role: created at 00:00 UTC of this day or earlier.', schema: day },
};

/** 00:00 UTC of a day. Throws when the value is invalid. */
function readDay(query: QueryParameters, name: string): number | undefined {
  const text = query.all(name).at(-1);
  if (text === undefined) return undefined;
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseRangeBound(text) : undefined;
  if (instant === undefined) throw badInput(`Invalid query parameter: ${name}`);
  return instant;
}

/** The requested accounts. Messages of errors are constants that clients know. */
function readQuestion(query: QueryParameters): AccountQuestion {
  if (query.names.length === 0) throw badInput('A query must be specified');
  const roleName = query.all('role').at(-1);
  const role = roleNames.find((name) => name === roleName);
  if (roleName !== undefined && role === undefined) throw badInput('The role specified is invalid');
  const ids = query.list('id');
  if (ids && role) throw badInput('Only one query parameter is allowed');
  return { ids, role, createdFrom: readDay(query, 'createdFrom'), createdTo: readDay(query, 'createdTo') };
}

/** An account in the form for trusted servers. */
const userOnWire = ({ roles, termsAcceptedTime, createdTime, ...user }: User) =>
  accountOnWire({
    ...user,
    roles: roles?.map((role) => role.toUpperCase() as AccountRole) ?? null,
    termsAcceptedTime: termsAcceptedTime === null ? null : isoTime(termsAcceptedTime),
    createdTime: createdTime === null ? null : isoTime(createdTime),
  });

/** Lists of accounts, for trusted servers. */
export const userRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/auth/users',
    tag: 'Accounts',
    summary: 'Accounts by id, or all accounts with a role, for trusted servers.',
    query: parameters,
    success: { status: 200, description: 'The accounts.', schema: arrayOf(ref('User')) },
    failures: [400, 401],
    errors: reasonErrors,
    refusedWith: { status: 401, message: 'Not authorized for requested operation' },
    guard: () => ({ type: 'Query', field: 'users' }),
    call: ({ context, query }) => UsersResolver.all(context, readQuestion(query)),
    reply: (users) => ({ body: users.map(userOnWire) }),
  }),
];
