import { topic } from '../../platform/events/topic';

/** A share that was granted, changed or ended; its permissions are read when the event arrives. */
export interface ShareChanged {
  sharerId: string;
  granteeId: string;
}

/** The shares of an account, both given and held. */
export const shareEvents = topic<ShareChanged>('share', ({ sharerId, granteeId }) => [sharerId, granteeId]);
