import { badInput } from '../errors';
import { newRecordId } from '../ids';
import type { ContentStore, ReceivedContent } from './content-store';

/** The MD5 of no bytes at all (RFC 1321, appendix A.5) in base64. */
export const digestOfNothing = '1B2M2Y8AsgTpgAmY7PhCfg==';

/** Throws when a digest was sent that is not the one of the content. */
function assertDigest(expected: string | undefined, digestMD5: string): void {
  if (expected === undefined || expected === digestMD5) return;
  const detail = `The content has the digest ${digestMD5}, not ${expected}.`;
  throw badInput('The content is not what its digest says.', [
    { code: 'digests-not-equal', title: 'digests are not equal', detail, source: { pointer: '/digestMD5' } },
  ]);
}

/** Takes content in. Throws when it has another MD5 (in base64) than it should; nothing stays then. */
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
 * Keeps received content under a new key and then has its row written: a row never names content that is not there.
 * When anything fails, neither stays.
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
    await content.discard();
    await store.remove(key);
    throw error;
  }
}
