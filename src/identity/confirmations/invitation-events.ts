import { topic } from '../../platform/events/topic';

/** An invitation that was sent, answered or canceled; its state is read when the event arrives. */
export interface InvitationEvent {
  key: string;
}

/** Invitations that an account receives. */
export const invitationReceivedEvents = topic<InvitationEvent>('invitation-received');

/** Changes to the invitations that an account has sent or received. */
export const invitationStatusEvents = topic<InvitationEvent>('invitation-status');
