import { topic } from '../events/topic';

/** An invitation that was sent, or that was answered or called off; what it is now is read when the event arrives. */
export interface InvitationEvent {
  key: string;
}

/** Invitations that an account gets. */
export const invitationReceivedEvents = topic<InvitationEvent>('invitation-received');

/** Changes of the invitations that an account has sent or got. */
export const invitationStatusEvents = topic<InvitationEvent>('invitation-status');
