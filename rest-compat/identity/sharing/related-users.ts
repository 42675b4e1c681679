import { accountOnWire } from '../auth/account-on-wire';
import { reasonErrors } from '../../errors';
import {
  RelatedUsersDocument,
  type RelatedUserFilter,
  type RelatedUsersQuery,
} from '../../generated/operations';
import { isGrantable, permissionsOnWire } from './permissions-on-wire';
import type { QueryParameters } from '../../query-parameters';
import { route, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

type RelatedUser = NonNullable<RelatedUsersQuery['user']>['relatedUsers'][number];

const truths = ['true', 'yes', 'y', '1'];

/** A blank value counts as absent. */
const given = (query: QueryParameters, name: string): string | undefined => {
  const text = query.text(name);
  return text?.trim() ? text : undefined;
};

/** `given` for texts that have no blanks, such as parts of addresses and of times. */
const givenUnspaced = (query: QueryParameters, name: string): string | undefined =>
  given(query, name) && query.unspaced(name);

const names = (query: QueryParameters, name: string): string[] => {
  const items = query.list(name)?.map((item) => item.trim()) ?? [];
  return items.filter((item) => item !== '');
};

/** Matches by the number of permissions; the graph refuses it beside other names. */
const isCount = (name: string): boolean => name === 'any' || name === 'none';

/** The names that the graph takes. It refuses those that nobody can hold, while this path finds nobody by them. */
const askable = (given: string[]): string[] =>
  given.some(isCount) ? given : given.filter((name) => isGrantable(name));

const findsNobody = (query: QueryParameters): boolean =>
  ['trustorPermissions', 'trusteePermissions'].some((list) =>
    names(query, list).some((name) => !isGrantable(name) && !isCount(name)),
  );

function readFilter(query: QueryParameters): RelatedUserFilter {
  const verified = given(query, 'emailVerified');
  return {
    received: askable(names(query, 'trustorPermissions')),
    given: askable(names(query, 'trusteePermissions')),
    email: givenUnspaced(query, 'email'),
    emailVerified: verified === undefined ? undefined : truths.includes(verified.trim().toLowerCase()),
    termsAccepted: givenUnspaced(query, 'termsAccepted'),
    name: given(query, 'name'),
    birthday: given(query, 'birthday'),
    diagnosisDate: given(query, 'diagnosisDate'),
  };
}

/** A related account; empty fields are omitted, except for those that clients require. */
function relatedUserOnWire({ received, given, profile, settings, preferences, ...account }: RelatedUser) {
  return {
    emails: account.emails,
    ...accountOnWire(account),
    ...(received && { trustorPermissions: permissionsOnWire(received) }),
    ...(given && { trusteePermissions: permissionsOnWire(given) }),
    ...(profile && { profile: profile.raw }),
    ...(settings && { settings }),
    ...(preferences && { preferences }),
  };
}

/** The accounts related to an account. */
export const relatedUserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/metadata/users/{userId}/users',
    tag: 'Metadata',
    summary: 'All people whom an account shares with or receives shares from, with what it may see of them.',
    query: {
      trustorPermissions: {
        description: 'They grant the account all of these permissions; or any, or none.',
      },
      trusteePermissions: {
        description: 'The account grants them all of these permissions; or any, or none.',
      },
      email: { description: describedAs('RelatedUserFilter.email') },
      emailVerified: {
        description: 'true, yes, y or 1: the address is confirmed; any other value: it is not.',
      },
      termsAccepted: { description: 'Part of the time when the terms were accepted.' },
      name: { description: describedAs('RelatedUserFilter.name') },
      birthday: { description: describedAs('RelatedUserFilter.birthday') },
      diagnosisDate: { description: describedAs('RelatedUserFilter.diagnosisDate') },
    },
    success: { status: 200, description: 'The people, by id.', schema: arrayOf(ref('RelatedUser')) },
    failures: [400, 401],
    errors: reasonErrors,
    refusedWith: { status: 401, message: 'Unauthorized' },
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'relatedUsers', parent: { id: userId } }),
    operation: RelatedUsersDocument,
    variables: ({ params: { userId = '' }, query, context }) => ({
      userId,
      filter: readFilter(query),
      forServer: context.caller.kind === 'server',
    }),
    reply: ({ user }, { params: { userId }, query }) => ({
      body:
        user?.id === userId && !findsNobody(query) ? (user?.relatedUsers ?? []).map(relatedUserOnWire) : [],
    }),
  }),
];
