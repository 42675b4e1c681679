import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Sender } from './sender';

/** A request that its sender may repeat. */
export interface RepeatableRequest {
  /** Who sends it; without one it counts as new each time. */
  sender: Sender | undefined;
  /** The account that the request changes. */
  userId: string;
  /** What is asked for, with the address, such as `upload/<id of the data set>`. */
  purpose: string;
  /** What was sent, or a digest of it. Only asked for when it may have to be recognized. */
  body: () => unknown;
  /** Done twice it leaves what it leaves when done once, so that it needs to be recognized by its key only. */
  isHarmless?: boolean;
}

/** What a request does; it returns what the answer is made of, an id or a number. */
export type Work = (manager: EntityManager) => Promise<string>;

/** SHA-256 of a text. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
