import type { Logger } from '../logging';
import { classifyOutage, type Outage } from '../outage';

/** A dependency of this process, and a check whether it works. */
export interface ReadinessCheck {
  /** Its name in `/readyz`. */
  name: string;
  /** The setting with its address. */
  setting?: string;
  /**
   * Resolves if it works. Throws a `NotReadyError` with a public reason; other errors are reported as a single word.
   */
  check: () => Promise<void>;
  /** Milliseconds for which a success is reused; a second by default. */
  freshFor?: number;
}

/** A public reason for a failure: it contains no address, name or statement. */
export class NotReadyError extends Error {}

/** The result of one check. */
export interface CheckState {
  state: 'ok' | 'failing';
  /** Whether a failure makes the process not ready. */
  required: boolean;
  /** The reason for the failure. */
  reason?: string;
}

/** The result of one check, and what it checks. */
export interface NamedCheckState extends CheckState {
  name: string;
  setting?: string;
}

/** The response of `/readyz`. */
export interface ReadinessReport {
  isReady: boolean;
  /** `ready`, `not ready`, or what makes the process not ready whatever the checks say, such as `draining`. */
  status: string;
  checks: Record<string, CheckState>;
}

interface ReadinessOptions {
  /** Milliseconds. A check without a result by then fails. */
  limit: number;
  /** The checks that must pass. All others are only reported. */
  required: readonly string[];
}

const usualFreshness = 1_000;

/** A check without a result after so many limits has lost its connection and is started again. */
const lostAfterLimits = 10;

/** Reports whether this process can serve requests, and which dependencies fail. */
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

  /** Makes the process not ready from now on, whatever the checks say; `/readyz` reports this word. */
  hinder(word: string): void {
    this.hindrance = word;
  }

  /** Whether the process is not ready, whatever the checks say. */
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

  /** Every check with its setting, for administrators. Never throws, and takes no longer than the limit. */
  backends(): Promise<NamedCheckState[]> {
    return Promise.all(this.checks.map(async (check) => ({ ...check.place, ...(await check.state()) })));
  }
}

/** A check with many callers: it runs once at a time, and concurrent callers share the run. */
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

  /** What it checks. */
  get place(): Pick<ReadinessCheck, 'name' | 'setting'> {
    const { name, setting } = this.what;
    return { name, setting };
  }

  async state(): Promise<CheckState> {
    try {
      if (performance.now() >= this.goodUntil) await this.inTime();
      if (this.isFailing) this.log.info({ check: this.name }, 'works again');
      this.isFailing = false;
      return { state: 'ok', required: this.required };
    } catch (error) {
      const reason = describeError(error);
      if (!this.isFailing)
        this.log.warn({ check: this.name, setting: this.what.setting, reason, error }, 'does not work');
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

  /** Joins the current run, or starts one. */
  private join(): Promise<void> {
    const isLost = performance.now() - this.begunAt > this.options.limit * lostAfterLimits;
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

function describeError(error: unknown): string {
  if (error instanceof NotReadyError) return error.message;
  const kind = classifyOutage(error);
  return kind ? reasons[kind] : 'failed';
}
