import type { IRules } from 'graphql-shield';
import type { WaitingMailQuestion } from '../../../care/clinic-invitations/waiting-mails.service';
import { administersClinic, argumentClinic, belongsToClinic, rolesIn, thisClinic } from './clinics';
import { administratorOn } from '../identity/administration';
import {
  anyCaller,
  anyUser,
  argumentUserId,
  check,
  managesAccount,
  partOfParent,
  trustedServer,
  type AccountOf,
  type SubjectsOf,
} from '../rules';

/** The invited account and no one else. */
const isInvited = check(
  ({ caller }, args) => caller.kind === 'user' && caller.userId === (args.input as { userId: string }).userId,
);

const isOneself = check<{ id: string }>(
  ({ caller }, _args, { id }) => caller.kind === 'user' && caller.userId === id,
);

/** The account that sent the invitation. */
const argumentSender: AccountOf<unknown> = (args, _parent, context) =>
  context.load(context.services.patientInvites.findSenders, (args.input as { key: string }).key);

/** The accounts of the recipient and the senders of mails that wait. */
const argumentCorrespondents: SubjectsOf<unknown> = (args, _parent, { services }) =>
  services.waitingMails.findCorrespondents(args.input as WaitingMailQuestion);

/** All members of the clinic, the sender of the invitation, and trusted servers. */
const mayEndPatientInvitation = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind !== 'user') return caller.kind === 'server';
  const { clinicId, key } = args.input as { clinicId: string; key: string };
  if ((await rolesIn(context, clinicId)).length > 0) return true;
  return (await context.load(services.patientInvites.findSenders, key)) === caller.userId;
}, argumentSender);

/** Invitations to work in clinics, and from people to clinics. */
export const clinicInvitationRules: IRules = {
  Query: { clinicianInvitation: administersClinic(argumentClinic), invitedClinician: trustedServer },
  Mutation: {
    resendMails: administratorOn(argumentCorrespondents),
    inviteClinician: administersClinic(argumentClinic),
    resendClinicianInvitation: administersClinic(argumentClinic),
    cancelClinicianInvitation: administersClinic(argumentClinic),
    acceptClinicianInvitation: isInvited,
    declineClinicianInvitation: isInvited,
    associateClinician: trustedServer,
    removeInvitedClinician: trustedServer,
    inviteClinic: managesAccount(argumentUserId),
    acceptPatientInvitation: belongsToClinic(argumentClinic),
    endPatientInvitation: mayEndPatientInvitation,
  },
  User: { openClinicInvitations: isOneself, clinicianInvitations: isOneself },
  Clinic: {
    openPatientInvitations: belongsToClinic(thisClinic),
    openClinicianInvitations: administersClinic(thisClinic),
    patientInvitations: belongsToClinic(thisClinic),
    clinicianInvitations: administersClinic(thisClinic),
  },
  Subscription: {
    clinicInvitationsChanged: belongsToClinic(argumentClinic),
    clinicianInvitationsChanged: anyUser,
  },
  ClinicianInvitation: { clinic: anyCaller, creator: partOfParent, restrictions: partOfParent },
  ClinicianInvitationConnection: { edges: partOfParent, pageInfo: partOfParent },
  ClinicianInvitationEdge: { node: partOfParent },
  ClinicianInvitationPayload: { invitation: partOfParent },
  ClinicInvitationPayload: { invitation: partOfParent },
};
