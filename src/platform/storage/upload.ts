import { badInput } from '../errors';
import { newRecordId } from '../ids';
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
  try {
    await content.keep(key);
    return await writeRow(key);
  } catch (error) {
    // A store that does not respond is not asked again. The sweep deletes what it has kept.
    if (error instanceof StoreOutageError) throw error;
    await content.discard();
    await store.remove(key);
    throw error;
  }
}
