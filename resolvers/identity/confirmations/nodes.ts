import type { RequestContext } from '../../../src/request/request-context';
import { nodeType } from '../../node-type';
import { toSignupConfirmation, type SignupConfirmation } from './confirmations.types';
import { toInvitation, type Invitation } from './invitations.types';

/** Whether the caller can answer the invitation, as in `User.invitationsReceived`. */
async function isReceived(context: RequestContext, { key, clinicId }: Invitation): Promise<boolean> {
  if (clinicId !== null || context.personId === null) return false;
  const received = await context.load(context.services.invitations.receivedBy, context.personId);
  return received.some((each) => each.key === key);
}

/**
 * Invitations between people, and from people to clinics: for those who see them in a list. The open confirmation of an
 * account's address: its id names the account, because whoever has the key can confirm the address.
 */
export const confirmationNodes = [
  nodeType<SignupConfirmation>({
    type: 'SignupConfirmation',
    key: ({ userId }) => [userId],
    load: async (context, userId) => {
      const pending = await context.load(context.services.confirmations.pendingSignups, userId);
      return pending && toSignupConfirmation(pending);
    },
    way: ({ userId }) => ({ type: 'User', field: 'signupConfirmation', parent: { id: userId } }),
  }),
  nodeType<Invitation>({
    type: 'Invitation',
    key: ({ key }) => [key],
    load: async (context, key) => {
      const found = await context.load(context.services.confirmationRecords.findMany, key);
      if (found?.type !== 'careteam_invitation') return null;
      const isOpen = found.status === 'pending';
      const isSender = found.creatorId !== null && found.creatorId === context.personId;
      const isShown = isOpen || (found.status === 'declined' && isSender);
      return isShown ? toInvitation(found) : null;
    },
    way: async (invitation, context) => {
      const { creatorId, clinicId } = invitation;
      const { personId } = context;
      if (await isReceived(context, invitation))
        return { type: 'User', field: 'invitationsReceived', parent: { id: personId } };
      return clinicId === null || creatorId === personId
        ? { type: 'User', field: 'invitationsSent', parent: { id: creatorId } }
        : { type: 'Clinic', field: 'patientInvitations', parent: { id: clinicId } };
    },
  }),
];
