import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { api, type Answer, type Json } from './api';
import { reportFigures } from './fault-figures';
import { messenger } from './messages';
import { newPerson, type Person } from './person';
import { at, cbg } from './records';
import type { ServerUnderTest } from './server';

/** Outcome of the writes of a storm. */
export interface StormReport {
  tried: number;
  acknowledged: number;
  /** Number of responses by status, and whether an outage came without `Retry-After`; 0 stands for no response. */
  answers: Record<string, number>;
  /** Acknowledged writes that are lost, and deletions that are undone. */
  lost: string[];
  /** Duplicated and partial writes. */
  doubled: string[];
  /** The longest time without any acknowledgment, in milliseconds. */
  longestSilence: number;
}

/**
 * Reports the final states in servers after the same storm as figures of a fault.
 *
 * @param tried how often the fault occurred
 */
export function reportStorm(
  fault: string,
  database: string,
  tried: number,
  reports: readonly StormReport[],
): void {
  const most = (count: (report: StormReport) => number) => Math.max(...reports.map(count));
  reportFigures({
    ...{ fault, database, tried },
    acknowledged: most(({ acknowledged }) => acknowledged),
    lost: most(({ lost }) => lost.length),
    doubled: most(({ doubled }) => doubled.length),
    longestSilence: most(({ longestSilence }) => longestSilence),
  });
}

/** Records of one upload: all of them are stored or none. */
const batchSize = 3;

/** The acknowledged writes of one person. Writes without a clear response may exist or not, and are not included. */
interface Writer {
  person: Person;
  dataSetId: string;
  /** Values of the profile, by field. Each field is written once. */
  fields: Map<string, number>;
  notes: Set<string>;
  noteIds: string[];
  removedNotes: Set<string>;
  /** Minutes at which batches begin. */
  batches: Set<number>;
}

/**
 * Clients that write all the time, each write once and to any of the servers, and a check of the result. A person
 * writes concurrently, so that writes conflict on rows.
 */
export class WriteStorm {
  private readonly answers = new Map<string, number>();
  private readonly doing: Promise<void>[] = [];
  private isOver = false;
  private number = 0;
  private tried = 0;
  private acknowledged = 0;
  private longestSilence = 0;
  private lastAcknowledgment = performance.now();

  private constructor(
    private readonly servers: readonly ServerUnderTest[],
    private readonly writers: readonly Writer[],
  ) {}

  /**
   * Starts writing.
   *
   * @param people number of people; each does `atOnce` things concurrently
   */
  static async begin(
    servers: readonly [ServerUnderTest, ...ServerUnderTest[]],
    people = 4,
    atOnce = 3,
  ): Promise<WriteStorm> {
    const writers = await Promise.all(Array.from({ length: people }, () => newWriter(servers[0])));
    const storm = new WriteStorm(servers, writers);
    storm.lastAcknowledgment = performance.now();
    for (const writer of writers)
      for (let index = 0; index < atOnce; index += 1) storm.doing.push(storm.write(writer));
    return storm;
  }

  /** Number of acknowledged writes so far. */
  get count(): number {
    return this.acknowledged;
  }

  /** Number of refusals with `Retry-After`. */
  get refusedCount(): number {
    return this.answers.get('503') ?? 0;
  }

  /** Ends when all running requests are answered. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.doing);
    this.noteSilence();
  }

  /** Compares what was acknowledged with the state in a server. */
  async check(server: ServerUnderTest): Promise<StormReport> {
    const { tried, acknowledged, longestSilence } = this;
    const report: StormReport = {
      tried,
      acknowledged,
      answers: Object.fromEntries(this.answers),
      lost: [],
      doubled: [],
      longestSilence: Math.round(longestSilence),
    };
    for (const writer of this.writers) await checkWriter(server, writer, report);
    return report;
  }

  private async write(writer: Writer): Promise<void> {
    const kinds = [writeField, writeNote, removeNote, upload];
    while (!this.isOver) {
      const server = this.servers[randomInt(this.servers.length)] ?? this.servers[0];
      const kind = kinds[randomInt(kinds.length)] ?? writeField;
      this.number += 1;
      const outcome = server ? await kind(server, writer, this.number) : undefined;
      if (!outcome) continue;
      this.note(outcome);
      // Refused clients wait a little.
      if (!isDone(outcome.answer)) await pause(100);
    }
  }

  private note({ answer }: Outcome): void {
    this.tried += 1;
    const label = toLabel(answer);
    this.answers.set(label, (this.answers.get(label) ?? 0) + 1);
    if (!isDone(answer)) return;
    this.acknowledged += 1;
    this.noteSilence();
  }

  private noteSilence(): void {
    const time = performance.now();
    this.longestSilence = Math.max(this.longestSilence, time - this.lastAcknowledgment);
    this.lastAcknowledgment = time;
  }
}

async function newWriter(server: ServerUnderTest): Promise<Writer> {
  const person = await newPerson(server);
  return {
    person,
    dataSetId: await person.openedContinuous(),
    fields: new Map(),
    notes: new Set(),
    noteIds: [],
    removedNotes: new Set(),
    batches: new Set(),
  };
}

/** The outcome of a write; without response if the process or the connection has died. */
interface Outcome {
  answer?: Answer;
}

/** A kind of write. Undefined if it was not possible. */
type Kind = (server: ServerUnderTest, writer: Writer, number: number) => Promise<Outcome | undefined>;

const answerTo = (request: Promise<Answer>): Promise<Answer | undefined> => request.catch(() => undefined);

/** A response to an outage must have `Retry-After`. */
function toLabel(answer: Answer | undefined): string {
  if (!answer) return '0';
  const { status, headers } = answer;
  const isMute = [503, 507].includes(status) && !headers.has('retry-after');
  return isMute ? `${status} without Retry-After` : String(status);
}

const isDone = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.status >= 200 && answer.status <= 299;

const writeField: Kind = async (server, { person: { userId, token }, fields }, number) => {
  const body = { [`field${number}`]: number };
  const answer = await answerTo(api(server).put(`/metadata/${userId}/profile`, { token, body }));
  if (isDone(answer)) fields.set(`field${number}`, number);
  return { answer };
};

const writeNote: Kind = async (server, { person, notes, noteIds }, number) => {
  const messagetext = `note ${number}`;
  const message = { guid: `${number}`, timestamp: at(number), messagetext };
  const answer = await answerTo(messenger(server, person).send(message));
  if (isDone(answer)) {
    notes.add(messagetext);
    noteIds.push(`${answer.body.id} ${messagetext}`);
  }
  return { answer };
};

const removeNote: Kind = async (server, { person, notes, noteIds, removedNotes }) => {
  const [id, ...words] = (noteIds.shift() ?? '').split(' ');
  if (!id) return undefined;
  const text = words.join(' ');
  notes.delete(text);
  const answer = await answerTo(messenger(server, person).remove(id));
  if (isDone(answer)) removedNotes.add(text);
  return { answer };
};

const upload: Kind = async (server, { person: { token }, dataSetId, batches }, number) => {
  const first = number * batchSize;
  const body = Array.from({ length: batchSize }, (_, index) => cbg({ time: at(first + index) }));
  const answer = await answerTo(api(server).post(`/v1/data_sets/${dataSetId}/data`, { token, body }));
  if (isDone(answer)) batches.add(first);
  return { answer };
};

async function checkWriter(server: ServerUnderTest, writer: Writer, report: StormReport): Promise<void> {
  const { userId, token } = writer.person;
  const { get } = api(server);
  const find = (what: string, isRight: boolean, list: string[]) => {
    if (!isRight) list.push(`${userId}: ${what}`);
  };

  const profile = (await get(`/metadata/${userId}/profile`, { token })).body ?? {};
  for (const [field, value] of writer.fields) find(field, profile[field] === value, report.lost);

  const texts: string[] = ((await messenger(server, writer.person).notes()).body?.messages ?? []).map(
    ({ messagetext }: Json) => messagetext,
  );
  for (const note of writer.notes) find(note, texts.includes(note), report.lost);
  for (const note of writer.removedNotes) find(`${note}, removed`, !texts.includes(note), report.lost);
  for (const note of repeated(texts)) find(note, false, report.doubled);

  const times: string[] = (await get(`/data/${userId}?type=cbg`, { token })).body.map(
    ({ time }: Json) => time,
  );
  const instants = times.map((time) => Date.parse(time));
  const stored = new Set(instants);
  for (const first of writer.batches)
    find(`records at ${first}`, stored.has(Date.parse(at(first))), report.lost);
  find('a part of an upload', instants.length % batchSize === 0, report.doubled);
  for (const instant of repeated(instants)) find(`a record at ${instant}`, false, report.doubled);
}

const repeated = <T>(values: readonly T[]): T[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
