import { rule, type IRules } from 'graphql-shield';
import type { XealthReportInput } from '../../../../resolvers/care/ehr/xealth.types';
import { ApiError, unauthenticated } from '../../../platform/errors';
import type { RequestContext } from '../../../request/request-context';
import type { ClinicRecord } from '../../../request/subjects';
import type { Services } from '../../../services';
import { administersClinic, clinicOfParent, thisClinic, worksInClinic } from './clinics';
import { argumentUserId, check, partOfParent, recordedPart, trustedServer, trustedServerOn } from '../rules';

/** EHR integrations authenticate with their own token only. */
const verifiedSender = rule({ cache: 'no_cache' })(
  (_parent, { input }: { input?: { verificationToken?: string } }, { services }: RequestContext) =>
    services.ehrMessages.isVerified(input?.verificationToken ?? '') ||
    unauthenticated('The verification token is not right.'),
);

/**
 * Trusted servers. If messages are not accepted, nothing is matched. (`chain` of graphql-shield calls a function
 * that Node 24 does not have.)
 */
const mayMatchOrder = check(({ caller, services }) => {
  if (caller.kind !== 'server') return false;
  if (!services.ehrMessages.isConfigured) throw unauthenticated('No EHR integration is configured.');
  return true;
});

/** If Xealth is not configured, callers learn no more than that. */
const assertXealth = ({ xealthAccess }: Services): void => {
  if (!xealthAccess.isConfigured) throw new ApiError('NOT_IMPLEMENTED', 'Xealth is not connected.');
};

/** Xealth authenticates with its own token only. */
const xealthPartner = rule({ cache: 'no_cache' })((
  _parent,
  { input }: { input?: { partnerToken?: string } },
  { services }: RequestContext,
) => {
  assertXealth(services);
  return (
    services.xealthAccess.isPartner(input?.partnerToken ?? '') ||
    unauthenticated('The token of Xealth is not right.')
  );
});

/** Viewers with the URL of a report from Xealth authenticate with its restricted token only. */
const xealthViewer = rule({ cache: 'no_cache' })(async (
  _parent,
  { input }: { input?: Partial<XealthReportInput> },
  { services }: RequestContext,
) => {
  assertXealth(services);
  const { restrictedToken = '', clinicId = '', patientId: userId = '' } = input ?? {};
  return (
    (await services.xealthPrograms.mayView(restrictedToken, { clinicId, userId })) ||
    unauthenticated('The link has expired, or reports on the patient are no longer available.')
  );
});

/** All patients of the orders on a page. */
const orderedPatients = recordedPart<{ edges: readonly { node: { userId: string | null } }[] }>(
  (_args, { edges }) => edges.flatMap(({ node }) => node.userId ?? []),
);

/** Messages from EHRs, and reports to them. */
export const ehrRules: IRules = {
  Query: { ehrChallenge: verifiedSender, xealthPrograms: xealthPartner, xealthReport: xealthViewer },
  Mutation: {
    receiveEhrMessage: verifiedSender,
    matchEhrOrder: mayMatchOrder,
    syncEhrForClinic: trustedServer,
    syncEhrForPatient: trustedServerOn(argumentUserId),
    answerXealthPreorder: xealthPartner,
    receiveXealthNotification: xealthPartner,
    openXealthProgram: xealthPartner,
  },
  EhrMatchPayload: {
    clinic: partOfParent,
    settings: partOfParent,
    patients: recordedPart<{ patients: ClinicRecord[] | null }>((_args, { patients }) => patients),
  },
  Clinic: { ehrOrders: administersClinic(thisClinic) },
  EhrOrderConnection: { edges: orderedPatients, pageInfo: partOfParent },
  EhrOrderEdge: { node: partOfParent },
  EhrOrder: {
    patient: worksInClinic(clinicOfParent),
    subscriptions: partOfParent,
    scheduledReports: partOfParent,
    messages: partOfParent,
  },
  PatientReport: { tables: partOfParent },
  ReportTable: { figures: partOfParent },
};
