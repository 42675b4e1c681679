import { chain, rule, type IRules } from 'graphql-shield';
import { unauthenticated } from '../../errors';
import type { ClinicRecord, RequestContext } from '../../request/request-context';
import { argumentUserId, partOfParent, recordedPart, trustedServer, trustedServerOn } from './rules';

/** Health record systems show a token of their own and no other. */
const verifiedSender = rule({ cache: 'no_cache' })(
  (_parent, { input }: { input?: { verificationToken?: string } }, { services }: RequestContext) =>
    services.ehrMessages.isVerified(input?.verificationToken ?? '') ||
    unauthenticated('The verification token is not right.'),
);

/** While no messages are accepted, nothing is made of any. */
const isConfigured = rule({ cache: 'no_cache' })(
  (_parent, _args, { services }: RequestContext) =>
    services.ehrMessages.isConfigured || unauthenticated('No health record system is connected.'),
);

/** Messages of health record systems, and reports to them. */
export const ehrRules: IRules = {
  Query: { ehrChallenge: verifiedSender },
  Mutation: {
    receiveEhrMessage: verifiedSender,
    matchEhrOrder: chain(trustedServer, isConfigured),
    syncEhrForClinic: trustedServer,
    syncEhrForPatient: trustedServerOn(argumentUserId),
  },
  EhrMatchPayload: {
    clinic: partOfParent,
    settings: partOfParent,
    patients: recordedPart<{ patients: ClinicRecord[] | null }>((_args, { patients }) => patients),
  },
};
