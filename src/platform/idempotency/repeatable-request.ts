import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isLargeValue, jsonPieces } from '../json-pieces';
import { LongWork } from '../long-work';
import type { Sender } from './sender';

/** A request that its sender may repeat. */
export interface RepeatableRequest {
  /** The sender; without one, each request counts as new. */
  sender: Sender | undefined;
  /** The account that the request changes. */
  userId: string;
  /** The operation with its target, such as `upload/<id of the data set>`. */
  purpose: string;
  /** The body, or a digest of it. Only called if the request may have to be recognized. */
  body: () => unknown;
  /** Whether the operation is idempotent, so that only its key matters. */
  isHarmless?: boolean;
}

/** The operation of a request; it returns what the response is derived from, an id or a number. */
export type Work = (manager: EntityManager) => Promise<string>;

/** SHA-256 of a text. */
export const sha256Base64Url = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

/** SHA-256 of the JSON of a value of any size: others get their turn in between. */
export async function digestJson(value: unknown): Promise<string> {
  if (!isLargeValue(value)) return sha256Base64Url(JSON.stringify(value));
  const work = new LongWork();
  const hash = createHash('sha256');
  for (const piece of jsonPieces(value)) {
    hash.update(piece);
    await work.pause();
  }
  return hash.digest('base64url');
}
