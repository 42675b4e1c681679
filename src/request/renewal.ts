import type { AccessTrail } from '../identity/audit/access-trail';
import type { SharedWork } from './turn-loaders';

/** What a renewed context has, besides what it has from the one before. */
export interface Renewal {
  /** Work shared with others. */
  shared?: SharedWork;
  /** That of a running operation, whose access log entries are not repeated. */
  trail?: AccessTrail;
  /** Aborted when nobody waits for the context any more; without it, when the caller has disconnected. */
  leaving?: AbortSignal;
}
