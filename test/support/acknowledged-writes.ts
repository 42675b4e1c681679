import { api, type Answer } from './api';
import { reportFigures } from './fault-figures';
import { newPerson, type Person } from './person';
import { at, cbg } from './records';
import type { ServerUnderTest } from './server';

const recordsAtOnce = 50;

/** Outcome of writes under a fault. */
export interface Tally {
  tried: number;
  acknowledged: number;
  /** Number of responses by status; 0 for none. */
  statuses: Record<number, number>;
  /** Responses that were refusals. */
  refusals: Answer[];
  /** Longest response time, in milliseconds. */
  longest: number;
}

interface Upload {
  first: number;
  acknowledged: boolean;
}

/** A client that uploads and edits, remembers what was acknowledged, and later checks that it exists. */
export class Writer {
  private readonly uploads: Upload[] = [];
  private readonly keys = new Map<string, boolean>();
  private next = 0;
  private lastAcknowledgment = performance.now();
  /** Number of acknowledged writes. */
  acknowledged = 0;
  /** Longest time without an acknowledgment, in milliseconds. */
  longestSilence = 0;

  private constructor(
    private readonly server: ServerUnderTest,
    readonly person: Person,
    private readonly dataSetId: string,
  ) {}

  static async open(server: ServerUnderTest): Promise<Writer> {
    const person = await newPerson(server);
    return new Writer(server, person, await person.openedContinuous());
  }

  /** Writes a number of times, alternating between records and metadata. */
  async write(times: number): Promise<Tally> {
    const tally: Tally = { tried: 0, acknowledged: 0, statuses: {}, refusals: [], longest: 0 };
    for (let time = 0; time < times; time += 1) {
      const begun = performance.now();
      const answer = await (this.next % 2 === 0 ? this.upload() : this.edit()).catch(() => undefined);
      this.next += 1;
      const status = answer?.status ?? 0;
      this.note(status);
      tally.longest = Math.max(tally.longest, performance.now() - begun);
      tally.tried += 1;
      tally.acknowledged += status === 200 ? 1 : 0;
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      if (answer && status !== 200) tally.refusals.push(answer);
    }
    return tally;
  }

  private note(status: number): void {
    const time = performance.now();
    this.longestSilence = Math.max(this.longestSilence, time - this.lastAcknowledgment);
    if (status !== 200) return;
    this.acknowledged += 1;
    this.lastAcknowledgment = time;
  }

  private async upload(): Promise<Answer> {
    const upload = { first: this.next * recordsAtOnce, acknowledged: false };
    this.uploads.push(upload);
    const records = Array.from({ length: recordsAtOnce }, (_, index) =>
      cbg({ time: at(upload.first + index), payload: { text: 'x'.repeat(500) } }),
    );
    const answer = await this.person.upload(this.dataSetId, records);
    upload.acknowledged = answer.status === 200;
    return answer;
  }

  private async edit(): Promise<Answer> {
    const key = `key${this.next}`;
    this.keys.set(key, false);
    const { userId, token } = this.person;
    const answer = await api(this.server).put(`/metadata/${userId}/profile`, { token, body: { [key]: 1 } });
    this.keys.set(key, answer.status === 200);
    return answer;
  }

  /** Differences from what was acknowledged: lost and partial writes. */
  async findings(): Promise<string[]> {
    const { userId, token } = this.person;
    const stored = (await this.person.records('type=cbg')).map(({ time }) => Date.parse(String(time)));
    const times = new Set(stored);
    const doubled = stored.length - times.size;
    const uploads = this.uploads.flatMap(({ first, acknowledged }) => {
      const there = Array.from({ length: recordsAtOnce }, (_, index) => Date.parse(at(first + index))).filter(
        (time) => times.has(time),
      ).length;
      if (acknowledged && there < recordsAtOnce) return [`lost: ${recordsAtOnce - there} records`];
      return !acknowledged && there > 0 && there < recordsAtOnce ? [`in part: ${there} records`] : [];
    });
    const { body } = await api(this.server).get(`/metadata/${userId}/profile`, { token });
    const keys = [...this.keys].filter(([key, acknowledged]) => acknowledged && body?.[key] !== 1);
    return [
      ...uploads,
      ...keys.map(([key]) => `lost: ${key}`),
      ...(doubled > 0 ? [`doubled: ${doubled} records`] : []),
    ];
  }
}

/** Adds up several tallies. */
export function together(tallies: readonly Tally[]): Tally {
  const statuses: Record<number, number> = {};
  for (const tally of tallies)
    for (const [status, count] of Object.entries(tally.statuses))
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  return {
    tried: sum(({ tried }) => tried),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    statuses,
    refusals: tallies.flatMap(({ refusals }) => refusals),
    longest: Math.max(...tallies.map(({ longest }) => longest)),
  };
}

const isDoubled = (finding: string): boolean => /^(doubled|in part)/.test(finding);

/**
 * Finds differences from what writers were told, and reports them as figures of a fault.
 *
 * @param tried how often the fault occurred
 */
export async function reportDifferences(
  fault: string,
  database: string,
  tried: number,
  writers: readonly Writer[],
): Promise<string[]> {
  const findings = (await Promise.all(writers.map((writer) => writer.findings()))).flat();
  const doubled = findings.filter(isDoubled).length;
  reportFigures({
    ...{ fault, database, tried, doubled, lost: findings.length - doubled },
    acknowledged: writers.reduce((total, writer) => total + writer.acknowledged, 0),
    longestSilence: Math.max(...writers.map(({ longestSilence }) => longestSilence)),
  });
  return findings;
}
