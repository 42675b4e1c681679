import { allow, rule } from 'graphql-shield';
import { forbidden, notFound, unauthenticated } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import type { Subjects } from '../../request/subjects';
import { operationName, type OperationInfo } from '../../request/operation-name';
import type { AccessReason } from '../../identity/audit/access';
import type { EffectivePermission } from '../../identity/permission';

/** What a rule knows about its field. */
interface FieldInfo extends OperationInfo {
  fieldName: string;
  parentType: { name: string };
}

/** A rule as called for its verdict. */
export interface Rule {
  resolve(
    parent: object,
    args: object,
    context: RequestContext,
    info: object,
    options: { debug: boolean },
  ): Promise<boolean | string | Error>;
}

type Arguments = Record<string, unknown>;
type Test<Parent> = (context: RequestContext, args: Arguments, parent: Parent) => boolean | Promise<boolean>;

/** Finds the account that a field is about, in its arguments or its parent; null if there is none. */
export type AccountOf<Parent> = (
  args: Arguments,
  parent: Parent,
  context: RequestContext,
) => string | null | Promise<string | null>;

/** Finds all accounts whose data a field shows or changes; null if there is none. */
export type SubjectsOf<Parent> = (
  args: Arguments,
  parent: Parent,
  context: RequestContext,
) => Subjects | Promise<Subjects>;

interface Options {
  /** For a mutation that does not change the data of these accounts. */
  readsOnly?: boolean;
  /** Why access is allowed, if the rule knows better than the permissions on the account. */
  reason?: AccessReason;
  /** Any of these permissions is sufficient; absent if permissions do not matter. */
  sufficient?: readonly EffectivePermission[];
}

/**
 * A rule of the graph. It is evaluated for each field and its arguments (a cached result could belong to another
 * account); the loaders of the request keep that cheap. Anonymous callers are told to log in, all others that access
 * is denied.
 *
 * `whose` finds the account whose data the field shows or changes; the decision and its reason are logged there.
 * Omit it for fields without personal data. Set `readsOnly` for a mutation that does not change that data.
 */
export const check = <Parent = unknown>(
  test: Test<Parent>,
  whose?: SubjectsOf<Parent>,
  { readsOnly = false, reason, sufficient }: Options = {},
) =>
  rule({ cache: 'no_cache' })(
    async (parent: Parent, args: Arguments, context: RequestContext, info: FieldInfo) => {
      const isAllowed = await test(context, args, parent);
      if (whose && context.caller.kind !== 'anonymous') {
        const { parentType, fieldName } = info;
        await context.noteAccess(await whose(args, parent, context), {
          field: `${parentType.name}.${fieldName}`,
          operation: operationName(info),
          isChange: parentType.name === 'Mutation' && !readsOnly,
          isAllowed,
          reason,
          sufficient,
        });
      }
      if (isAllowed) return true;
      return context.caller.kind === 'anonymous' ? unauthenticated() : forbidden();
    },
  );

/** Everyone, even without a token. */
export const anyone = allow;

/**
 * The value is stored inside its parent: anyone who got the parent may see it. Never for edges to other accounts'
 * data.
 */
export const partOfParent = allow;

/** The same for values inside the parent that are about other accounts, whose access log gets an entry. */
export const recordedPart = <Parent>(whose: SubjectsOf<Parent>) => check<Parent>(() => true, whose);

/** Any valid token. */
export const anyCaller = check(({ caller }) => caller.kind !== 'anonymous');

/** The account of the caller itself. */
export const callersOwn: AccountOf<unknown> = (_args, _parent, context) => context.callerId;

/** A person, or a service account that acts like one. */
export const anyUser = check(({ caller }) => caller.kind === 'user');

/** The same for fields about the caller's own account. */
export const anyUserThemselves = check(({ caller }) => caller.kind === 'user', callersOwn);

/** A trusted server. */
export const trustedServer = check(({ caller }) => caller.kind === 'server');

/** The same for fields about an account. */
export const trustedServerOn = <Parent = unknown>(
  accountOf: AccountOf<Parent>,
  options?: { readsOnly?: boolean },
) => check<Parent>(({ caller }) => caller.kind === 'server', accountOf, options);

/** Whether the caller is a trusted server, the owner of the account, or holds one of the permissions on it. */
export async function holdsOn(
  context: RequestContext,
  accountId: string | null,
  permissions: readonly EffectivePermission[],
): Promise<boolean> {
  if (context.caller.kind === 'server') return true;
  if (accountId === null) return false;
  const held = await context.permissionsOn(accountId);
  return held.has('root') || permissions.some((permission) => held.has(permission));
}

/** Whether the caller is a trusted server, the owner, or shares with the account in either direction. */
export async function isRelatedTo(context: RequestContext, accountId: string | null): Promise<boolean> {
  const { caller } = context;
  if (caller.kind === 'server') return true;
  if (caller.kind === 'anonymous' || accountId === null) return false;
  if ((await context.permissionsOn(accountId)).size > 0) return true;
  const reverse = { ownerId: caller.userId, userId: accountId };
  return (await context.load(context.services.sharing.effectivePermissions, reverse)).size > 0;
}

/** `holdsOn` for the account that a field is about. Anonymous callers are refused before the account is looked up. */
export const mayOnAccount = <Parent = unknown>(
  permissions: readonly EffectivePermission[],
  accountOf: AccountOf<Parent>,
  options?: { readsOnly?: boolean },
) =>
  check<Parent>(
    async (context, args, parent) =>
      context.caller.kind !== 'anonymous' &&
      holdsOn(context, await accountOf(args, parent, context), permissions),
    accountOf,
    { ...options, sufficient: permissions },
  );

/** Trusted servers, the owner, and custodians. */
export const managesAccount = <Parent = unknown>(accountOf: AccountOf<Parent>) =>
  mayOnAccount(['custodian'], accountOf);

/** Any permission. */
export const anyPermission: readonly EffectivePermission[] = [
  'custodian',
  'view',
  'upload',
  'note',
  'follow',
];

/** `isRelatedTo` for the account that a field is about. */
export const relatedToAccount = <Parent = unknown>(accountOf: AccountOf<Parent>) =>
  check<Parent>(
    async (context, args, parent) =>
      context.caller.kind !== 'anonymous' && isRelatedTo(context, await accountOf(args, parent, context)),
    accountOf,
  );

/** The same for a parent that may name no account: then there is nothing to hide, and the field is null. */
export const relatedToAccountIfAny = <Parent = unknown>(accountOf: AccountOf<Parent>) =>
  check<Parent>(async (context, args, parent) => {
    if (context.caller.kind === 'anonymous') return false;
    const userId = await accountOf(args, parent, context);
    return userId === null || isRelatedTo(context, userId);
  }, accountOf);

/** The account itself, and trusted servers: no permission of others on it counts. */
export const accountItself = <Parent = unknown>(accountOf: AccountOf<Parent>) =>
  check<Parent>(async (context, args, parent) => {
    const { caller } = context;
    if (caller.kind === 'server') return true;
    return caller.kind === 'user' && (await accountOf(args, parent, context)) === caller.userId;
  }, accountOf);

/** The account that a `User` parent is. */
export const thisUser: AccountOf<{ id: string }> = (_args, parent) => parent.id;

/** The account that a parent is about. */
export const accountOfParent: AccountOf<{ userId: string }> = (_args, { userId }) => userId;

/** The account named by the argument `userId`, directly or within `input`. */
export const argumentUserId: AccountOf<unknown> = (args) => {
  const { userId } = (args.input ?? args) as Arguments;
  return typeof userId === 'string' ? userId : null;
};

/** The account named by the arguments `id` or `email`. */
export const argumentIdOrEmail: AccountOf<unknown> = (args, _parent, context) => {
  const text = args.id ?? args.email;
  return typeof text === 'string' ? context.load(context.services.accounts.resolveIds, text) : null;
};

/** The owner of the data set named by the argument `dataSetId`, or `id`. Throws if it does not exist. */
export const argumentDataSetOwner: AccountOf<unknown> = async (args, _parent, context) => {
  const { dataSetId, id } = (args.input ?? args) as Arguments;
  const dataSet = await context.load(context.services.dataSets.findMany, String(dataSetId ?? id));
  if (dataSet) return dataSet.userId;
  const detail = 'There is no data set with this id.';
  throw notFound(detail, [{ code: 'data-set-id-not-found', title: 'data set does not exist', detail }]).about(
    'dataSetId',
  );
};
