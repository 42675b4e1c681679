import { isDeepStrictEqual } from 'node:util';
import { api, type Answer, type Json } from '../support/api';
import type { RunningServer } from '../support/server-process';
import { waitFor, waitForBackground } from '../support/wait-until';
import { Dice } from '../simulation/dice';
import type { DatabaseContents } from './contents-of-database';
import { findIdKind, type KnownId } from './known-ids';
import { buildWorld, callers, type Caller, type World } from './world';

/** A request to send. */
export interface GeneratedRequest {
  what: string;
  /** Whether it is meant to change something. */
  isChange: boolean;
  send: () => Promise<Answer>;
}

/** Generates a request for a caller. */
export type RequestMaker = (
  dice: Dice,
  ids: readonly KnownId[],
  call: ReturnType<typeof api>,
  token: string | undefined,
) => GeneratedRequest;

/** Number of requests within one world, after which its changes are dropped. */
const requestsPerWorld = 240;
const mostIds = 200;

/** Callers, repeated by frequency. */
const senders: readonly Caller[] = [...callers, 'patient', 'administrator', 'server', 'server'];

/** Texts that no caller may see. */
const internals = /node_modules|\.[jt]s:\d+|SQLITE_|\bER_[A-Z]+|SELECT .+ FROM|INSERT INTO|better-sqlite3/;

/** Figures about sent requests. */
export interface Bag {
  sent: number;
  carriedOut: number;
  refused: number;
}

/**
 * Sends requests as all callers, one after the other. Returns the errors found: internal errors, leaked texts, and
 * refusals that changed something.
 *
 * @param from number of the first request; the same number always gives the same request, except for ids
 */
export async function hunt(
  server: RunningServer,
  contents: DatabaseContents,
  make: RequestMaker,
  { from, count }: { from: number; count: number },
): Promise<{ findings: string[]; bag: Bag }> {
  const findings: string[] = [];
  const bag: Bag = { sent: 0, carriedOut: 0, refused: 0 };
  const call = api(server);
  let world: World | undefined;
  let learned: KnownId[] = [];
  for (let number = from; number < from + count; number += 1) {
    if (!world || number % requestsPerWorld === 0) {
      world = await buildWorld(server, number);
      learned = [];
      await settled(contents);
    }
    const dice = new Dice(number);
    const caller = dice.oneOf(senders) as Caller;
    const request = make(dice, idsFor(caller, world, learned, dice), call, world.tokenOf(caller));
    const before = request.isChange ? await contents.digests() : undefined;
    const answer = await request.send();
    bag.sent += 1;
    const isRefused = answer.status >= 400 || wasRefused(answer.body);
    bag[isRefused ? 'refused' : 'carriedOut'] += 1;
    const wrong = wrongWith(answer, caller, world, request.what);
    if (isRefused && before) {
      const changed = await changedByRefusal(request, before, contents);
      if (changed.length > 0) wrong.push(`it was refused, and ${changed.join(', ')} changed`);
    }
    if (!isRefused && request.isChange) await settled(contents);
    for (const each of wrong)
      findings.push(
        `${number} as ${caller}: ${each}\n  ${request.what}\n  ${answer.status} ${answer.text.slice(0, 600)}`,
      );
    if (caller !== 'server') learn(answer.body, learned);
    if (!server.isRunning())
      throw new Error(`The server has ended.\n${findings.join('\n')}\n${server.logs().slice(-3000)}`);
  }
  return { findings, bag };
}

/** A server may change data of everyone; it must not connect the other person with the callers. */
const idsFor = (caller: Caller, world: World, learned: KnownId[], dice: Dice): readonly KnownId[] => {
  if (caller === 'server') return world.ids;
  return dice.onceIn(4) ? [...world.foreignIds, ...world.ids] : [...world.ids, ...learned];
};

/**
 * Whether nothing was changed: the mutation's only field is null or contains user errors. Errors below it come after
 * the change, and may make the response null.
 */
function wasRefused(body: Json): boolean {
  if (body?.errors === undefined) {
    const [payload] = Object.values<Json>(body?.data ?? {});
    return Array.isArray(payload?.userErrors) && payload.userErrors.length > 0;
  }
  const isOfRoot = body.errors.every(({ path = [] }: { path?: unknown[] }) => path.length <= 1);
  return isOfRoot && Object.values(body.data ?? {}).every((value) => value === null);
}

function wrongWith({ status, body, text }: Answer, caller: Caller, world: World, what: string): string[] {
  const wrong: string[] = [];
  const shown = withoutEchoes(text, world, what);
  if (status >= 500 && status !== 501) wrong.push(`it is answered with ${status}`);
  const codes = (body?.errors ?? []).map((error: Json) => error?.extensions?.code);
  if (Array.isArray(codes) && codes.some((code) => /INTERNAL|UNAVAILABLE/.test(String(code))))
    wrong.push(`a field failed: ${codes.join(', ')}`);
  for (const { word, seenBy } of world.canaries)
    if (!seenBy.includes(caller) && shown.includes(word.toLowerCase())) wrong.push(`${word} was shown`);
  if (internals.test(text)) wrong.push('it tells of what is within');
  return wrong;
}

/** The response in lower case, without the ids and addresses that the caller sent: refusals repeat what is wrong. */
function withoutEchoes(text: string, { ids, foreignIds }: World, what: string): string {
  const sent = what.toLowerCase();
  const known = [...ids, ...foreignIds].map(([, id]) => id.toLowerCase());
  return known
    .flatMap((id) => [id, encodeURIComponent(id).toLowerCase()])
    .filter((id) => sent.includes(id))
    .reduce((rest, id) => rest.replaceAll(id, '').replaceAll(decodeURIComponent(id), ''), text.toLowerCase());
}

/**
 * The tables that a refused request has changed. Repeating the request excludes background changes: if nothing changes
 * then, nothing was changed.
 */
async function changedByRefusal(
  { send }: GeneratedRequest,
  before: Map<string, string>,
  contents: DatabaseContents,
): Promise<string[]> {
  let changed = changedTables(before, await contents.digests());
  for (let times = 0; times < 5 && changed.length > 0; times += 1) {
    await settled(contents);
    const again = await digestsAtRest(contents);
    await send();
    changed = changedTables(again, await contents.digests());
  }
  return changed;
}

/** How often in a row the contents must be the same before they count as at rest. */
const timesAtRest = 8;

/** The digests once background work, such as the summaries of what was uploaded, no longer changes them. */
async function digestsAtRest(contents: DatabaseContents): Promise<Map<string, string>> {
  let last = await contents.digests();
  let same = 0;
  return waitForBackground('the database to be at rest', async () => {
    const now = await contents.digests();
    same = isDeepStrictEqual(now, last) ? same + 1 : 0;
    last = now;
    return same >= timesAtRest ? now : undefined;
  });
}

const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  isDeepStrictEqual(before, after)
    ? []
    : [...after.keys()].filter((table) => before.get(table) !== after.get(table));

/** Waits until effects of changes have happened. Ignores mails that cannot be delivered. */
async function settled(contents: DatabaseContents): Promise<void> {
  let still = 0;
  let last = -1;
  await waitFor('the outbox to be empty', async () => {
    const waiting = await contents.waiting();
    still = waiting === last ? still + 1 : 0;
    last = waiting;
    return waiting === 0 || still > 20 ? true : undefined;
  });
}

/** Keeps the ids in a response, so that later requests use them. */
function learn(value: Json, learned: KnownId[]): void {
  if (Array.isArray(value)) for (const item of value) learn(item, learned);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') learn(inner, learned);
      else if (/^(id|key|\w+(Id|Key|Cursor)|cursor)$/.test(name) && learned.length < mostIds)
        if (!learned.some(([, id]) => id === inner))
          learned.push([findIdKind(name, value.__typename), inner]);
    }
}
