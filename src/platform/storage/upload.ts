import { badInput } from '../errors';
import { newRecordId } from '../ids';
import { classifyOutage } from '../outage';
import type { ContentStore, ReceivedContent } from './content-store';
import { StoreOutageError } from './store-outage';

/** The MD5 of empty content (RFC 1321, appendix A.5) in base64. */
export const digestOfNothing = '1B2M2Y8AsgTpgAmY7PhCfg==';

/** Throws when the sender's digest does not match the content. */
function assertDigest(expected: string | undefined, digestMD5: string): void {
  if (expected === undefined || expected === digestMD5) return;
  const detail = `The content has the digest ${digestMD5}, not ${expected}.`;
  throw badInput('The content does not match its digest.', [
    { code: 'digests-not-equal', title: 'digests are not equal', detail, source: { pointer: '/digestMD5' } },
  ]);
}

/** Receives content. Throws when its MD5 (in base64) does not match; nothing is stored then. */
export async function receiveContent(
  store: ContentStore,
  pieces: AsyncIterable<Uint8Array>,
  expectedMD5: string | undefined,
): Promise<ReceivedContent> {
  const content = await store.receive(pieces);
  try {
    assertDigest(expectedMD5, content.digestMD5);
    return content;
  } catch (error) {
    await content.discard();
    throw error;
  }
}

/**
 * Keeps received content under a new key and then writes its row: a row never refers to missing content. If anything
 * fails, neither is stored.
 */
export async function keepContent<Row>(
  store: ContentStore,
  content: ReceivedContent,
  writeRow: (contentKey: string) => Promise<Row>,
): Promise<Row> {
  const key = newRecordId();
  let isKept = false;
  try {
    await content.keep(key);
    isKept = true;
    return await writeRow(key);
  } catch (error) {
    // A store that does not respond is not asked again. The sweep deletes what it has kept.
    if (error instanceof StoreOutageError) throw error;
    // The row may be there: a database that has committed may be unable to say so. The sweep asks for it later.
    if (isKept && classifyOutage(error)) throw error;
    await content.discard();
    await store.remove(key);
    throw error;
  }
}

/** The content of a request that has been carried out before, and what the first one has stored. */
interface Repetition {
  storedKey: string | null;
  sentKey: string;
  /** Refers the row to the sent content, if it still refers to the stored one. Returns the key that it refers to then. */
  refer: () => Promise<string | null>;
}

/** Removes the content of a repeated request, or puts it in the place of the stored one if that is missing. */
export async function settleRepetition(
  store: ContentStore,
  { storedKey, sentKey, refer }: Repetition,
): Promise<void> {
  if (storedKey === sentKey) return;
  if (storedKey !== null) {
    const stored = await store.read(storedKey);
    stored?.destroy();
    if (!stored && (await refer()) === sentKey) return;
  }
  await store.remove(sentKey);
}
