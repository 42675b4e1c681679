import type { RunningServer } from '../support/server-process';
import type { Account } from './account';
import { memoryDuring } from './resident-memory';
import type { Result } from './result-table';
import { timed } from './rounds';

const mebibyte = 1024 * 1024;
/** Maximum size of content. */
const content = Buffer.alloc(100 * mebibyte, 'the dump of a pump ');
const blobs = 2;
/** Mebibytes. */
const largestGrowth = 64;

/** Memory of the server while 200 MiB of blobs are uploaded and downloaded. */
export async function benchContent(server: RunningServer, account: Account): Promise<Result[]> {
  if (process.platform !== 'linux') return [];
  const send = async (body: Buffer) => {
    const headers = { ...account.headers, 'content-type': 'application/octet-stream' };
    const call = { method: 'POST', headers, body };
    const { text } = await account.client.send(`/v1/users/${account.userId}/blobs`, call);
    return (JSON.parse(text) as { id: string }).id;
  };
  const read = (id: string) =>
    account.client.send(`/v1/blobs/${id}/content`, { headers: account.headers, discard: true });
  // Memory for the first request of a kind does not depend on its size.
  await read(await send(Buffer.alloc(mebibyte)));
  let [sending, reading] = [0, 0];
  const { before, peak } = await memoryDuring(server.pid() ?? 0, async () => {
    for (let count = 0; count < blobs; count += 1) {
      let id = '';
      sending += await timed(async () => (id = await send(content)));
      reading += await timed(() => read(id));
    }
  });
  const rate = (milliseconds: number) => ((blobs * 100) / (milliseconds / 1000)).toFixed(0);
  const result = {
    what: `resident memory while ${blobs} blobs of 100 MiB go in and come out`,
    goal: `< ${largestGrowth} MiB more`,
    measured: `${(peak - before).toFixed(0)} MiB more`,
    figures: `${rate(sending)} MiB/s in, ${rate(reading)} MiB/s out`,
  };
  return [result];
}
