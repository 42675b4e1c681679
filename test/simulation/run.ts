import { setTimeout as pause } from 'node:timers/promises';
import { logIn, newServerToken, sessionToken } from '../support/accounts';
import type { Answer } from '../support/api';
import { waitFor } from '../support/wait-until';
import { accounts } from './areas/accounts';
import { alerts } from './areas/alerts';
import { clinic } from './areas/clinic';
import { clinicInvitations } from './areas/clinic-invitations';
import { consents } from './areas/consents';
import { content } from './areas/content';
import { data } from './areas/data';
import { deviceLogs } from './areas/device-logs';
import { notes } from './areas/notes';
import { passwords } from './areas/passwords';
import { prescriptions } from './areas/prescriptions';
import { readOuts } from './areas/read-outs';
import { requestedExports } from './areas/requested-exports';
import { sharing } from './areas/sharing';
import { wards } from './areas/wards';
import { checkAudience } from './audience';
import { Dice } from './dice';
import type { Area, Attempt, Operation } from './operation';
import { ReadRefused } from './reading';
import { Contradiction, type LostChange, type Register } from './register';
import { newScene, present, type Actor, type Scene } from './scene';
import type { Fault, Stage } from './stage';
import type { Tally } from './tally';

/** A step of a run: its kind, and the seed for its random decisions. */
export type Step = [name: string, seed: number];

const others: readonly Area[] = [
  sharing,
  data,
  readOuts,
  notes,
  content,
  deviceLogs,
  clinic,
  clinicInvitations,
  prescriptions,
  alerts,
  consents,
  passwords,
  wards,
  requestedExports,
];
const areas: readonly Area[] = [accounts(others), ...others];
const operations = areas.flatMap((area) => area.operations);

/** Clock steps in minutes. No sum of them comes near the lifetime of invitations. */
const clockSteps = [-4, 11, 187, 3_180];
const hour = 3_600_000;

/** Milliseconds after which another process takes over the work of a killed one. */
const leaseTime = 61_000;

/** Milliseconds after which another process takes over a task that may or may not be running. */
const taskTime = 91 * 60_000;

/** Milliseconds after which a failed delivery is retried, at the latest. */
const longestDelay = 11 * 60_000;

/** Maximum milliseconds for any response, whatever fails. */
const longestWait = 30_000;
const refusals = [400, 401, 403, 404, 409];
const outages = [503, 507];

const clockStep = 'the clock is set';

/** Names of steps, repeated by frequency. */
export const stepNames = (faults: readonly Fault[]): string[] => [
  ...operations.flatMap(({ name, weight = 1 }) => Array<string>(weight).fill(name)),
  ...faults.map(({ name }) => name),
  clockStep,
];

/** Executes and checks a run. The error of a failed run lists its steps. */
export class Run {
  private readonly lines: string[] = [];

  private constructor(
    private readonly stage: Stage,
    private readonly scene: Scene,
    private readonly tally: Tally,
  ) {}

  static async of(steps: readonly Step[], stage: Stage, tally: Tally): Promise<void> {
    await stage.restore();
    const run = new Run(stage, await newScene(stage), tally);
    try {
      for (const step of steps) await run.carryOut(step);
      await run.check(run.someOwners(steps.length, 3));
      await run.checkMails();
      await run.checkEnds();
    } catch (error) {
      const told = error instanceof Contradiction ? error.message : ((error as Error).stack ?? String(error));
      throw new Error(`${told}\n\nWhat was done:\n  ${run.lines.join('\n  ')}`, { cause: error });
    }
    tally.runs += 1;
  }

  private async carryOut([name, seed]: Step): Promise<void> {
    const dice = new Dice(seed);
    const operation = operations.find((each) => each.name === name);
    if (operation) {
      const attempt = this.ready(operation, dice, []);
      if (attempt) await this.try(attempt);
      return;
    }
    if (name === clockStep) return this.stepClock(dice);
    // A stored step may be a fault that only another database has.
    const fault = this.stage.faults.find((each) => each.name === name);
    if (fault) await this.suffer(fault, dice);
  }

  /** The next operation, unless it depends on pending changes or conflicts with the others. */
  private ready(operation: Operation, dice: Dice, others: readonly Attempt[]): Attempt | undefined {
    const attempt = operation.attempt(this.scene, dice);
    if (!attempt || involved(attempt).some(({ isSettled }) => !isSettled)) return undefined;
    const clashes = others.some((other) => touches(attempt, other) || touches(other, attempt));
    return clashes ? undefined : attempt;
  }

  /** @param mayFail whether the request may remain without response, or get `Retry-After` */
  private async try(
    attempt: Attempt,
    fault?: Fault,
    mayFail = fault !== undefined,
  ): Promise<'done' | 'refused' | 'lost'> {
    const line = this.lines.push(attempt.what) - 1;
    const began = performance.now();
    const answer = await this.answerTo(attempt, mayFail);
    this.tally.silence(fault?.name, performance.now() - began);
    const told = answer ? String(answer.status) : 'no answer';
    this.lines[line] += `: ${told} ${Math.round(performance.now() - began)} ms`;
    if (!answer || (mayFail && outages.includes(answer.status))) {
      if (answer) this.checkOutage(answer);
      this.tally.unanswered(fault?.name);
      if (attempt.isAllowed) lose(attempt);
      return 'lost';
    }
    const isDone = answer.status >= 200 && answer.status < 300;
    if (isDone !== attempt.isAllowed || (!isDone && !refusals.includes(answer.status)))
      throw new Contradiction(
        `${attempt.what}: this ${attempt.isAllowed ? 'must' : 'must not'} be carried out, but ${answer.status} ${answer.text}`,
      );
    if (!isDone) return 'refused';
    this.tally.acknowledged(fault?.name);
    for (const [register, after] of attempt.changes) register.set(after);
    attempt.learn?.(answer);
    return 'done';
  }

  private async answerTo({ what, send }: Attempt, mayFail: boolean): Promise<Answer | undefined> {
    const stop = new AbortController();
    const late = pause(longestWait, 'late' as const, { signal: stop.signal, ref: false });
    late.catch(() => undefined);
    try {
      const answer = await Promise.race([send(), late]);
      if (answer === 'late') throw new Contradiction(`${what}: no answer within ${longestWait} ms`);
      return answer;
    } catch (error) {
      if (mayFail && isAway(error)) return undefined;
      throw error;
    } finally {
      stop.abort();
    }
  }

  private checkOutage({ status, headers, text }: Answer): void {
    if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''))
      throw new Contradiction(`${status} says nothing of when to come again: ${text}`);
  }

  /** Runs several operations concurrently, starts the fault in the middle, and continues until it is over. */
  private async suffer(fault: Fault, dice: Dice): Promise<void> {
    this.lines.push(`-- ${fault.name}`);
    this.tally.tried(fault.name);
    this.scene.suffered.add(fault.name);
    const together: Attempt[] = [];
    for (let count = dice.below(9); count > 0; count -= 1) {
      const attempt = this.ready(anyOperation(dice), dice, together);
      if (attempt) together.push(attempt);
    }
    const lost: Attempt[] = [];
    const trying = Promise.allSettled(
      together.map(async (attempt) => {
        if ((await this.try(attempt, fault)) === 'lost') lost.push(attempt);
      }),
    );
    await pause(dice.below(16));
    await fault.begin();
    for (const result of await trying) if (result.status === 'rejected') throw result.reason;
    for (let count = fault.isDeath ? 0 : dice.below(4); count > 0; count -= 1) {
      const attempt = this.ready(anyOperation(dice), dice, []);
      if (attempt && (await this.try(attempt, fault, !fault.isUnnoticed)) === 'lost') lost.push(attempt);
    }
    const ended = performance.now();
    await fault.end();
    await this.stage.ready();
    this.tally.silence(fault.name, performance.now() - ended);
    this.lines.push(`-- it is over after ${Math.round(performance.now() - ended)} ms`);
    for (const attempt of lost)
      if (attempt.isRepeatable && attempt.isAllowed && dice.onceIn(2)) await this.repeat(attempt);
    // Pending values must be read. Who may see what is checked occasionally, and at the end.
    if (dice.onceIn(3)) await this.check(this.someOwners(dice.below(this.scene.everybody.length), 1));
    else if (lost.some((attempt) => involved(attempt).some(({ isSettled }) => !isSettled)))
      await this.check([]);
  }

  /** Repeats a request whose response was lost: it must be executed only once. */
  private async repeat(attempt: Attempt): Promise<void> {
    // The first attempt may have named the conflicting account to the server.
    for (const [register] of attempt.changes) register.set(register.before);
    this.tally.repeated += 1;
    await this.try({ ...attempt, what: `once more: ${attempt.what}` });
  }

  private async stepClock(dice: Dice): Promise<void> {
    const minutes = dice.oneOf(clockSteps) ?? 0;
    this.lines.push(`-- the clock is set by ${minutes} minutes`);
    this.tally.tried(clockStep);
    await this.moveClock(minutes * 60_000);
  }

  private async moveClock(milliseconds: number): Promise<void> {
    await this.stage.stepClock(milliseconds);
    // Sessions may have ended. Every existing account can log in.
    if (milliseconds < hour) return;
    for (const actor of present(this.scene.everybody))
      actor.token = sessionToken(await logIn(this.scene.server, actor.email, actor.password));
    this.scene.serverToken = await newServerToken(this.scene.server);
  }

  /** Some of the items, starting at one. Requesting everything as every caller takes longest of all. */
  private someOwners(from: number, count: number): Actor[] {
    const { everybody } = this.scene;
    return Array.from({ length: count }, (_, index) => everybody[(from + index) % everybody.length] as Actor);
  }

  /**
   * Compares all values with the service, and checks who sees the data of some accounts. Effects of a deletion may take
   * a moment.
   */
  private async check(owners: readonly Actor[]): Promise<void> {
    const everything = async () => {
      for (const area of areas) await area.check(this.scene);
      await checkAudience(this.scene, owners);
    };
    if (present(this.scene.everybody).length === this.scene.everybody.length) return everything();
    let last = await everything().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (last === undefined) return;
    await this.stage.stepClock(leaseTime);
    await waitFor('everything to be as it must', async () => {
      try {
        await everything();
        return true;
      } catch (error) {
        last = error;
        return undefined;
      }
    }).catch(() => {
      throw last;
    });
  }

  /**
   * Pending mails must arrive, possibly after the leases of killed processes have expired. Those to or from a deleted account need
   * not: the ones that still wait are deleted with it.
   */
  private async checkMails(): Promise<void> {
    const gone = this.scene.everybody.filter(({ exists }) => !exists.isThere);
    const due = this.scene.mails
      .filter((mail) => !gone.some((actor) => mail.to === actor.email || mail.from === actor))
      .map(({ to }) => to);
    if (due.length === 0) return;
    const missing = () =>
      [...new Set(due)].filter(
        (address) =>
          this.stage.mails.filter((mail) => mail.includes(`To: ${address}\r\n`)).length <
          due.filter((each) => each === address).length,
      );
    if (missing().length > 0) await this.stage.stepClock(longestDelay);
    await waitFor(`the mails to ${missing().join(', ')}`, () => (missing().length === 0 ? true : undefined));
  }

  /** Promised work must finish, possibly after the leases of killed processes have expired. */
  private async checkEnds(): Promise<void> {
    const unfinished = async () => {
      const lists = await Promise.all(areas.map(async (area) => (await area.unfinished?.(this.scene)) ?? []));
      return lists.flat();
    };
    let left = await unfinished();
    if (left.length === 0) return;
    const finished = () =>
      waitFor('what was promised', async () => {
        left = await unfinished();
        return left.length === 0 || undefined;
      });
    await this.moveClock(taskTime);
    await finished()
      // What was tried in vain before the clock was moved is tried again some minutes after.
      .catch(async () => {
        await this.moveClock(longestDelay);
        await finished();
      })
      .catch((error: Error) => {
        throw new Contradiction(`${error.message} It is not there: ${left.join(', ')}`);
      });
  }
}

/**
 * The error that `fetch` throws when a connection breaks, before or during the response. Recognized by name, because
 * its class is not accessible.
 */
const brokenConnections = ['fetch failed', 'terminated'];

function isAway(error: unknown): boolean {
  if (error instanceof ReadRefused) return outages.includes(error.status);
  const { name, message } = error as Partial<Error>;
  return name === 'TypeError' && brokenConnections.includes(message ?? '');
}

const anyOperation = (dice: Dice): Operation => dice.oneOf(operations) as Operation;

const involved = ({ changes, dependsOn = [] }: Attempt): Register[] => [
  ...changes.map(([register]) => register),
  ...dependsOn,
];

/** Whether one changes a register that the other depends on. */
const touches = ({ changes }: Attempt, other: Attempt): boolean =>
  changes.some(([register]) => involved(other).includes(register));

/** The outcome of the attempt is unknown: all of it was executed, or nothing. */
function lose({ what, changes }: Attempt): void {
  const lost: LostChange = { what };
  for (const [register, after] of changes) register.maybe(lost, after);
}
