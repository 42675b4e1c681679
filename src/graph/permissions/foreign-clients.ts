import { rule, type IRules } from 'graphql-shield';
import { ApiError } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import type { Rule } from './rules';

/**
 * What third-party clients (`consentRequired`) may change on behalf of a person who may, and what is closed to them whatever
 * the person may do. Their tokens never change who has access to what, so a client that was once allowed cannot lock the
 * owner out, let others in, or stay. REST uses the same rules. The consent page describes the same in words.
 *
 * Every mutation is on one of the lists; otherwise the service does not start. Keep a new one closed unless it changes
 * only what people consent to: their records, settings and messages, and the daily work of their clinic.
 */
export const mutationsForForeignClients = {
  closed: [
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
    'addOAuthClient',
    'rotateClientSecret',
    'removeOAuthClient',
    'endServerSessions',
    'createAccount',
    'setClinicTier',
    'addClinicMember',
    'removeClinicMember',
    'resendMails',
    'sendTestMail',
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
  open: [
    // Records and what belongs to them.
    'createDataSet',
    'updateDataSet',
    'deleteDataSet',
    'uploadData',
    'uploadLegacyData',
    'deleteData',
    'createBlob',
    'deleteBlob',
    'deleteBlobs',
    'createDeviceLog',
    'uploadProviderData',
    'connectProvider',
    'disconnectProvider',
    'recomputeSummary',
    'requestExport',
    // Settings, alerts and messages.
    'updateMetadata',
    'configureAlerts',
    'deleteAlertsConfig',
    'removeWebPush',
    'verifyDevice',
    'createAppProofChallenge',
    'verifyAppProof',
    'sendMessage',
    'replyToMessage',
    'editMessage',
    'removeMessage',
    'recordMetricsEvent',
    // The daily work of a clinic.
    'updateClinic',
    'updateSuppressedNotifications',
    'reviewPatient',
    'revertPatientReview',
    'sendUploadReminder',
    'createPatientTag',
    'renamePatientTag',
    'removePatientTag',
    'assignPatientTag',
    'unassignPatientTag',
    'createSite',
    'renameSite',
    'removeSite',
    'requestProviderConnection',
    'createPrescription',
    'addPrescriptionRevision',
    'deletePrescription',
    'activatePrescription',
    // What people do without a token or with the session of the client itself.
    'createUser',
    'logIn',
    'logInServer',
    'logOut',
    'renewSession',
    'confirmSignup',
    'resendSignupConfirmation',
    'dismissSignup',
    'cancelSignup',
    'requestPasswordReset',
    'resetPassword',
    // For trusted servers and partners, whose rules refuse the token of any person.
    'disableUser',
    'enableUser',
    'endUserSessions',
    'createUnmanagedAccount',
    'ensurePrivateItem',
    'updateRestrictedToken',
    'deleteRestrictedTokens',
    'createTask',
    'updateTask',
    'deleteTask',
    'deleteAllData',
    'createDataSource',
    'updateDataSource',
    'deleteDataSource',
    'deleteDataSources',
    'createProviderSession',
    'updateProviderSession',
    'deleteProviderSession',
    'deleteProviderSessions',
    'addClinician',
    'associateClinician',
    'removeInvitedClinician',
    'updateClinicTier',
    'updateMembershipRestrictions',
    'updateMrnSettings',
    'updateEhrSettings',
    'updatePatientCountSettings',
    'refreshPatientCount',
    'addServiceAccount',
    'enableNewClinicExperience',
    'createMigration',
    'updateMigrationStatus',
    'addPatient',
    'updateClinicUser',
    'removeClinicUser',
    'updatePatientSummary',
    'deletePatientSummary',
    'setPatientDataSources',
    'mergeSites',
    'convertTagToSite',
    'receiveEhrMessage',
    'matchEhrOrder',
    'syncEhrForClinic',
    'syncEhrForPatient',
    'answerXealthPreorder',
    'receiveXealthNotification',
    'openXealthProgram',
  ],
} as const;

const closedFields = { Query: ['admin'], Mutation: mutationsForForeignClients.closed } as const;

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

/** Throws unless each mutation with a rule is on exactly one list, and no list names anything else. */
function requireMarks(mutations: readonly string[]): void {
  const { closed, open } = mutationsForForeignClients;
  const marked: readonly string[] = [...closed, ...open];
  const wrong = [...new Set([...mutations, ...marked])].filter(
    (name) => !mutations.includes(name) || marked.filter((each) => each === name).length !== 1,
  );
  if (wrong.length > 0)
    throw new Error(
      `Mutations must be either open or closed to third-party clients (foreign-clients.ts): ${wrong.join(', ')}`,
    );
}

/** Closes the fields in the tree of all rules. */
export function closeToForeignClients(tree: IRules): IRules {
  const closed = { ...(tree as RuleTree) };
  requireMarks(Object.keys(closed.Mutation ?? {}));
  for (const [type, names] of Object.entries(closedFields)) {
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
