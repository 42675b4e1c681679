import type { Logger } from '../logging';
import { outageOf, type Outage } from '../outage';

/** Something that this process needs to work, and how to find out whether it does. */
export interface ReadinessCheck {
  /** What `/readyz` calls it. */
  name: string;
  /** Resolves when it works. Throws a `NotReadyError` to tell everybody why it does not; other errors are told as a word. */
  check: () => Promise<void>;
  /** Milliseconds for which a success is not asked for again, however many ask; a second unless told otherwise. */
  freshFor?: number;
}

/** Why something does not work, in words that anybody may read: no address, no name, no statement. */
export class NotReadyError extends Error {}

/** What is known of one thing that is needed. */
export interface CheckState {
  state: 'ok' | 'failing';
  /** True when the process counts as not ready while it fails. */
  required: boolean;
  /** Why it fails. */
  reason?: string;
}

/** The answer of `/readyz`. */
export interface ReadinessReport {
  isReady: boolean;
  /** `ready`, `not ready`, or what keeps the process from being ready whatever works, such as `draining`. */
  status: string;
  checks: Record<string, CheckState>;
}

interface ReadinessOptions {
  /** Milliseconds. What has not answered by then does not work. */
  limit: number;
  /** The names of the checks without which the process is not ready. All others are only told of. */
  required: readonly string[];
}

const usualFreshness = 1_000;

/** A check that has not come back after so many limits never will: its connection is lost. It is begun anew. */
const patience = 10;

/** Says whether this process can work, and what of that which it stands on does not. */
export class Readiness {
  private readonly checks: RepeatedCheck[] = [];
  private hindrance: string | undefined;

  constructor(
    private readonly options: ReadinessOptions,
    private readonly log: Logger,
  ) {}

  add(...checks: readonly ReadinessCheck[]): void {
    for (const check of checks) this.checks.push(new RepeatedCheck(check, this.options, this.log));
  }

  /** From now on the process is not ready, whatever works; `/readyz` gives this word for the reason. */
  hinder(word: string): void {
    this.hindrance = word;
  }

  /** True once something keeps the process from being ready whatever works. */
  get isHindered(): boolean {
    return this.hindrance !== undefined;
  }

  /** Never throws, and takes no longer than the limit. */
  async report(): Promise<ReadinessReport> {
    if (this.hindrance !== undefined) return { isReady: false, status: this.hindrance, checks: {} };
    const checks = Object.fromEntries(
      await Promise.all(this.checks.map(async (check) => [check.name, await check.state()] as const)),
    );
    const isReady = Object.values(checks).every(({ state, required }) => state === 'ok' || !required);
    return { isReady, status: isReady ? 'ready' : 'not ready', checks };
  }
}

/** A check that many ask for: it runs once at a time, and whoever comes meanwhile waits for the same end. */
class RepeatedCheck {
  readonly name: string;
  private readonly required: boolean;
  private underWay: Promise<void> | undefined;
  private begunAt = 0;
  private goodUntil = 0;
  private isFailing = false;

  constructor(
    private readonly what: ReadinessCheck,
    private readonly options: ReadinessOptions,
    private readonly log: Logger,
  ) {
    this.name = what.name;
    this.required = options.required.includes(what.name);
  }

  async state(): Promise<CheckState> {
    try {
      if (performance.now() >= this.goodUntil) await this.inTime();
      if (this.isFailing) this.log.info({ check: this.name }, 'works again');
      this.isFailing = false;
      return { state: 'ok', required: this.required };
    } catch (error) {
      const reason = reasonOf(error);
      if (!this.isFailing) this.log.warn({ check: this.name, reason, error }, 'does not work');
      this.isFailing = true;
      return { state: 'failing', required: this.required, reason };
    }
  }

  private async inTime(): Promise<void> {
    const { limit } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new NotReadyError(`no answer within ${limit / 1000} s`)), limit);
    });
    try {
      await Promise.race([this.join(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for the run that is under way, or begins one. */
  private join(): Promise<void> {
    const isLost = performance.now() - this.begunAt > this.options.limit * patience;
    if (this.underWay && !isLost) return this.underWay;
    this.begunAt = performance.now();
    const run = this.run().finally(() => {
      if (this.underWay === run) this.underWay = undefined;
    });
    this.underWay = run;
    return run;
  }

  private async run(): Promise<void> {
    await this.what.check();
    this.goodUntil = performance.now() + (this.what.freshFor ?? usualFreshness);
  }
}

const reasons: Readonly<Record<Outage, string>> = {
  away: 'does not answer, or takes no work',
  full: 'no space left',
};

function reasonOf(error: unknown): string {
  if (error instanceof NotReadyError) return error.message;
  const kind = outageOf(error);
  return kind ? reasons[kind] : 'failed';
}
