import type { IRules } from 'graphql-shield';
import { administratorRole } from '../../../identity/accounts/account-role';
import { serviceSubject } from '../../../identity/audit/operator-log.service';
import type { RequestContext } from '../../../request/request-context';
import { argumentUserId, check, partOfParent, type SubjectsOf } from '../rules';

/**
 * An account with the role of an administrator, which only operators give. Trusted servers are none: the access log
 * could not say who it was. The role is read for each request, so that it is gone with the next one.
 */
async function isAdministrator(context: RequestContext): Promise<boolean> {
  const { caller, services } = context;
  if (caller.kind !== 'user') return false;
  const user = await context.load(services.accounts.findMany, caller.userId);
  return user !== null && user.disabledTime === null && user.roles.includes(administratorRole);
}

const reason = 'OPERATOR';

/** An administrator. What concerns the service as a whole is in the log of its own. */
export const administrator = check(isAdministrator, () => serviceSubject, { reason });

/** The same for what concerns accounts: it is in the logs of their owners, too. */
export const administratorOn = <Parent>(accountsOf: SubjectsOf<Parent>) =>
  check<Parent>(
    isAdministrator,
    async (args, parent, context) => {
      const accounts = await accountsOf(args, parent, context);
      return [accounts ?? [], serviceSubject].flat();
    },
    { reason },
  );

export const administratorOnNamedAccount = administratorOn(argumentUserId);

/** The administration of the service is for administrators alone. */
export const administrationRules: IRules = {
  Query: { admin: administrator },
  Mutation: {
    createAccount: administrator,
    sendTestMail: administrator,
    disableAccount: administratorOnNamedAccount,
    enableAccount: administratorOnNamedAccount,
    confirmAccount: administratorOnNamedAccount,
    endAccountSessions: administratorOnNamedAccount,
    sendAccountPasswordReset: administratorOnNamedAccount,
    deleteAccount: administratorOnNamedAccount,
    retryOutboxMessage: administrator,
    discardOutboxMessage: administrator,
    retryTask: administrator,
    discardTask: administrator,
    rotateSigningKey: administrator,
    addOAuthClient: administrator,
    rotateClientSecret: administrator,
    removeOAuthClient: administrator,
    endServerSessions: administrator,
  },
  Admin: {
    accounts: administrator,
    outbox: administrator,
    tasks: administrator,
    keys: administrator,
    clients: administrator,
    migrations: administrator,
    settings: administrator,
    backends: administrator,
    changes: administrator,
  },
  AdminAccountConnection: { edges: partOfParent, pageInfo: partOfParent },
  AdminAccountEdge: { node: administratorOn<{ node: { id: string } }>((_args, { node }) => node.id) },
  CreateAccountPayload: {
    account: administratorOn<{ account: { id: string } }>((_args, { account }) => account.id),
  },
  AdministerAccountPayload: { account: partOfParent },
  OutboxMessageConnection: { edges: partOfParent, pageInfo: partOfParent },
  OutboxMessageEdge: { node: partOfParent },
  OutboxMessagePayload: { message: partOfParent },
  ClientSecretPayload: { client: partOfParent },
  RotateSigningKeyPayload: { key: partOfParent },
};
