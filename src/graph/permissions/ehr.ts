import { rule, type IRules } from 'graphql-shield';
import type { XealthReportInput } from '../../../resolvers/xealth.types';
import { ApiError, unauthenticated } from '../../errors';
import type { ClinicRecord, RequestContext } from '../../request/request-context';
import type { Services } from '../../services';
import { administersClinic, thisClinic } from './clinics';
import { argumentUserId, check, partOfParent, recordedPart, trustedServer, trustedServerOn } from './rules';

/** Health record systems show a token of their own and no other. */
const verifiedSender = rule({ cache: 'no_cache' })(
  (_parent, { input }: { input?: { verificationToken?: string } }, { services }: RequestContext) =>
    services.ehrMessages.isVerified(input?.verificationToken ?? '') ||
    unauthenticated('The verification token is not right.'),
);

/**
 * Trusted servers. While no messages are accepted, nothing is made of any. (`chain` of graphql-shield calls a function
 * that Node 24 does not have.)
 */
const mayMatchOrder = check(({ caller, services }) => {
  if (caller.kind !== 'server') return false;
  if (!services.ehrMessages.isConfigured) throw unauthenticated('No health record system is connected.');
  return true;
});

/** Where no Xealth is connected, nobody learns more than that. */
const assertXealth = ({ xealthAccess }: Services): void => {
  if (!xealthAccess.isConfigured) throw new ApiError('NOT_IMPLEMENTED', 'Xealth is not connected.');
};

/** Xealth shows a token of its own and no other. */
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

/** Whoever has got the address of a report from Xealth shows its restricted token and no other. */
const xealthViewer = rule({ cache: 'no_cache' })(async (
  _parent,
  { input }: { input?: Partial<XealthReportInput> },
  { services }: RequestContext,
) => {
  assertXealth(services);
  const { restrictedToken = '', clinicId = '', patientId: userId = '' } = input ?? {};
  return (
    (await services.xealthPrograms.mayView(restrictedToken, { clinicId, userId })) ||
    unauthenticated('The link has expired, or reports on the patient are not shown any more.')
  );
});

/** Everybody whom the orders of a page are about. */
const orderedPatients = recordedPart<{ edges: readonly { node: { userId: string | null } }[] }>(
  (_args, { edges }) => edges.flatMap(({ node }) => node.userId ?? []),
);

/** Messages of health record systems, and reports to them. */
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
  EhrOrder: { subscriptions: partOfParent, scheduledReports: partOfParent, messages: partOfParent },
  PatientReport: { tables: partOfParent },
  ReportTable: { figures: partOfParent },
};
