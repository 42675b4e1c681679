import { rule, type IRules } from 'graphql-shield';
import { ApiError } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import type { Rule } from './rules';

/**
 * What third-party clients (`consentRequired`) may change on behalf of a person who may. Every other mutation is closed to them
 * whatever the person may do. Their tokens never change who has access to what, so a client that was once allowed cannot lock the
 * owner out, let others in, or stay. REST uses the same rules. The consent page describes the same in words.
 *
 * Open a mutation only if it changes nothing but what people consent to: their records, settings and messages, and the daily
 * work of their clinic.
 */
export const mutationsOfForeignClients: readonly string[] = [
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
  'removeDeviceToken',
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
];

const closedQueries: readonly string[] = ['admin'];

type Rules = Record<string, unknown>;
type RuleTree = Record<string, Rules>;

function notForThisClient(): ApiError {
  return new ApiError(
    'CLIENT_NOT_ALLOWED',
    'Third-party applications cannot do this. Please use the application of this service.',
    { wire: { error: 'CLIENT_NOT_ALLOWED' } },
  );
}

/** The rule for first-party clients. Attempts of others are in the owner's access log. */
const onlyOwnClients = (guarded: Rule, field: string) =>
  rule({ cache: 'no_cache' })(async (parent: object, args: object, context: RequestContext, info: object) => {
    const { caller, services } = context;
    if (caller.kind !== 'user' || !services.tokenServiceParts.clients.isForeign(caller.clientId))
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

/** The rules with some fields closed. Throws when one of them has no rule. */
function close(rules: Rules, names: readonly string[], type: string): Rules {
  const closed = names.map((name) => {
    const guarded = rules[name] as Rule | undefined;
    if (!guarded) throw new Error(`The field ${type}.${name} has no permission rule.`);
    return [name, onlyOwnClients(guarded, name)] as const;
  });
  return { ...rules, ...Object.fromEntries(closed) };
}

/** Closes fields in the tree of all rules: some queries, and each mutation that is not open. */
export function closeToForeignClients(tree: IRules): IRules {
  const { Query = {}, Mutation = {}, ...others } = tree as RuleTree;
  const unknown = mutationsOfForeignClients.filter((name) => !(name in Mutation));
  if (unknown.length > 0)
    throw new Error(`No mutation has the name that foreign-clients.ts opens: ${unknown.join(', ')}`);
  const closed = Object.keys(Mutation).filter((name) => !mutationsOfForeignClients.includes(name));
  return {
    ...others,
    Query: close(Query, closedQueries, 'Query'),
    Mutation: close(Mutation, closed, 'Mutation'),
  } as IRules;
}
