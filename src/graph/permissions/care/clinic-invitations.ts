import type { IRules } from 'graphql-shield';
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

/** The account of those who get mails again; null for an address without one. */
const argumentRecipient: AccountOf<unknown> = (args, _parent, context) =>
  context.load(
    context.services.accounts.resolveIds,
    String((args.input as { recipient: unknown }).recipient),
  );

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
    resendMails: administratorOn(argumentRecipient),
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
