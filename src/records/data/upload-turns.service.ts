import { ApiError, overloaded } from '../../platform/errors';
import { FairTurns, type TurnLimits } from '../../platform/workload/fair-turns';

/** Maximum number of records in an upload. Uploaders send about a thousand. */
export const mostRecords = 100_000;

const kibibyte = 1024;

/**
 * Lets the parsing of a body begin: at once, later, or never, if it rejects with `OVERLOADED`, or because the signal was
 * aborted when the sender left.
 */
type Admit = (bytes: number, leaving?: AbortSignal) => Promise<void>;

/** Reads the body of an upload. Calls `admit` once its bytes have arrived, and waits for it before it parses them. */
export type ReadBody = (admit: Admit) => Promise<unknown>;

/**
 * How many uploads with more bytes than `above` are under way at once. Parsed and checked, tiny records take 30 times their
 * bytes, so that a process with a heap of 512 MB has room for these, and for smaller ones, which never wait.
 */
const lanes: readonly ({ above: number } & TurnLimits)[] = [
  { above: 1024 * kibibyte, atOnce: 1, waitingOfOne: 20, waiting: 200 },
  { above: 128 * kibibyte, atOnce: 6, waitingOfOne: 50, waiting: 500 },
];

/** Bytes of all bodies that wait. */
const mostWaitingBytes = 128 * 1024 * kibibyte;

/** Bytes of the smallest records in bodies whose size is not known. */
const smallestRecord = 40;

/** Keeps large uploads from filling the memory of a process together. Large ones wait only for their like. */
export class UploadTurns {
  private waitingBytes = 0;
  private readonly lanes = lanes.map(({ above, ...limits }) => ({ above, turns: new FairTurns(limits) }));

  /**
   * Reads the body of an upload, and calls `store` when it is its turn. Throws when there are too many records, and
   * `OVERLOADED` when too many uploads wait.
   *
   * @param account whose upload it is: accounts take turns
   */
  async run<Result>(
    account: string,
    readBody: ReadBody,
    store: (body: unknown) => Promise<Result>,
  ): Promise<Result> {
    let taken: FairTurns | undefined;
    const admit: Admit = async (bytes, leaving) => {
      const turns = taken ?? this.lanes.find(({ above }) => bytes > above)?.turns;
      if (taken || !turns) return;
      leaving?.throwIfAborted();
      if (!turns.enterAtOnce()) await this.wait(bytes, () => turns.enter(account, leaving));
      taken = turns;
    };
    try {
      const body = await readBody(admit);
      const count = Array.isArray(body) ? body.length : 1;
      if (count > mostRecords) throw tooManyRecords();
      await admit(count * smallestRecord);
      return await store(body);
    } finally {
      taken?.leave();
    }
  }

  private async wait(bytes: number, enter: () => Promise<void>): Promise<void> {
    if (this.waitingBytes + bytes > mostWaitingBytes) throw overloaded();
    this.waitingBytes += bytes;
    try {
      await enter();
    } finally {
      this.waitingBytes -= bytes;
    }
  }
}

function tooManyRecords(): ApiError {
  const detail = `An upload can have at most ${mostRecords} records. Send them in several.`;
  return new ApiError('PAYLOAD_TOO_LARGE', detail, {
    findings: [{ code: 'resource-too-large', title: 'body has too many records', detail }],
  });
}
