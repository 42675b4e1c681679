import { rule, type IRules } from 'graphql-shield';
import { ApiError } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import type { Rule } from './rules';

/**
 * Fields that are closed to third-party clients (`consentRequired`), whatever the person may do. Their tokens never
 * change who has access to what, so a client that was once allowed cannot lock the owner out, let others in, or
 * stay. REST uses the same rules. Fields for trusted servers are not listed, because their rules refuse such tokens
 * anyway. The consent page describes the same list in words.
 */
export const closedToForeignClients = {
  Query: ['admin'],
  Mutation: [
    // Administration of the service.
    'disableAccount',
    'enableAccount',
    'confirmAccount',
    'endAccountSessions',
    'sendAccountPasswordReset',
    'deleteAccount',
    'retryOutboxMessage',
    'discardOutboxMessage',
    'retryTask',
    'discardTask',
    'rotateSigningKey',
    // Account and sessions.
    'updateMe',
    'updateUser',
    'deleteUser',
    'endSession',
    'sendSignupConfirmation',
    'addSignupConfirmation',
    // Tokens, URLs and devices that give later access.
    'createRestrictedToken',
    'deleteRestrictedToken',
    'createExport',
    'createExportLink',
    'registerDeviceToken',
    'registerWebPush',
    // Permissions between accounts.
    'setPermissions',
    'revokeShare',
    'leaveShare',
    'sendInvitation',
    'resendInvitation',
    'cancelInvitation',
    'acceptInvitation',
    'declineInvitation',
    'inviteClinic',
    'endPatientInvitation',
    'setClinicPermissions',
    'removeClinicPermission',
    'claimPrescription',
    'grantConsent',
    'revokeConsent',
    'updateConsentOrganizations',
    // Accounts of others: whoever creates one, or sets its address, decides who gets its mail.
    'createCustodialAccount',
    'createPatient',
    'updatePatient',
    'removePatient',
    'acceptPatientInvitation',
    // Members of a clinic, and its existence.
    'inviteClinician',
    'resendClinicianInvitation',
    'cancelClinicianInvitation',
    'acceptClinicianInvitation',
    'declineClinicianInvitation',
    'updateClinician',
    'removeClinician',
    'createClinic',
    'deleteClinic',
    'mergeClinics',
    'triggerInitialMigration',
  ],
} as const;

type RuleTree = Record<string, Record<string, unknown>>;

const notForThisClient = (): ApiError =>
  new ApiError(
    'CLIENT_NOT_ALLOWED',
    'Third-party applications cannot do this. Please use the application of this service.',
    { wire: { error: 'CLIENT_NOT_ALLOWED' } },
  );

const isForeign = ({ caller, services }: RequestContext): boolean =>
  caller.kind === 'user' && services.tokenServiceParts.clients.isForeign(caller.clientId);

/** The rule for first-party clients. Attempts of others are in the owner's access log. */
const onlyOwnClients = (guarded: Rule, field: string) =>
  rule({ cache: 'no_cache' })(async (parent: object, args: object, context: RequestContext, info: object) => {
    const { caller, services } = context;
    if (caller.kind !== 'user' || !isForeign(context))
      return guarded.resolve(parent, args, context, info, { debug: true });
    const { userId, clientId } = caller;
    services.audit.record({
      subjectId: userId,
      actorId: userId,
      kind: 'REFUSED',
      client: clientId,
      operation: context.route ?? field,
    });
    return notForThisClient();
  });

/** Closes the fields in a tree of rules. Throws when one of them has no rule, so that no name is misspelled. */
export function closeToForeignClients(tree: IRules): IRules {
  const closed = { ...(tree as RuleTree) };
  for (const [type, names] of Object.entries(closedToForeignClients)) {
    const rules = { ...closed[type] };
    for (const name of names) {
      const guarded = rules[name] as Rule | undefined;
      if (!guarded) throw new Error(`The field ${type}.${name} has no permission rule.`);
      rules[name] = onlyOwnClients(guarded, name);
    }
    closed[type] = rules;
  }
  return closed as IRules;
}
