import { topic } from '../events/topic';

/** A share that was granted, changed or ended; what it allows now is read when the event arrives. */
export interface ShareChanged {
  sharerId: string;
  granteeId: string;
}

/** The shares of an account, those it has given as well as those it holds. */
export const shareEvents = topic<ShareChanged>('share', ({ sharerId, granteeId }) => [sharerId, granteeId]);
