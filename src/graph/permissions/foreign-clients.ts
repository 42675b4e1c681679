import { rule, type IRules } from 'graphql-shield';
import { ApiError } from '../../errors';
import type { RequestContext } from '../../request/request-context';
import type { Rule } from './rules';

/**
 * Fields that are closed to the clients of others, those that people are asked about (`consentRequired`), whatever the
 * person may do: their tokens never change who can get at what, so a client that was allowed in once cannot keep the
 * owner out, let others in, or stay. REST asks the same rules. Fields for trusted servers alone are not named: their
 * rules refuse such tokens anyway. The page that asks for consent says the same in words.
 */
export const closedToForeignClients = {
  Mutation: [
    // Account and sessions.
    'updateMe',
    'updateUser',
    'deleteUser',
    'endSession',
    'sendSignupConfirmation',
    'addSignupConfirmation',
    // Tokens, and addresses and devices that something can be read with later.
    'createRestrictedToken',
    'deleteRestrictedToken',
    'createExport',
    'createExportLink',
    'registerDeviceToken',
    'registerWebPush',
    // Who may do what with whose data.
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
    // Accounts of others: who opens one, or tells its address, decides whom its mail goes to.
    'createCustodialAccount',
    'createPatient',
    'updatePatient',
    'removePatient',
    'acceptPatientInvitation',
    // Who works in a clinic, and whether it is there.
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
    'Applications of others may not do this. Please use the application of this service.',
    { wire: { error: 'CLIENT_NOT_ALLOWED' } },
  );

const isForeign = ({ caller, services }: RequestContext): boolean =>
  caller.kind === 'user' && services.tokenServiceParts.clients.isForeign(caller.clientId);

/** The rule for all but clients of others. The owner of the account sees on record that one has tried. */
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

/** Closes the fields in a tree of rules. Throws when one of them has no rule, so that no name is wrong. */
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
