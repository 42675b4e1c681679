import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { SnapshotQuery } from '../../../platform/database/snapshot';
import { badInput } from '../../../platform/errors';
import { LongWork } from '../../../platform/long-work';
import type { BoundedOperation } from '../../../platform/workload/bounded-operation';
import { FairTurns } from '../../../platform/workload/fair-turns';
import type { GlucoseReader } from '../../../records/data/glucose-reader.service';
import type { Targets } from '../glucose-goals';
import { LocalTime } from '../local-time';
import { blankSeries } from '../reading-series';
import { glucoseStatistics, type GlucoseStatistics, type TimeRange } from './glucose-statistics';
import { StatisticsReader } from './statistics-readings';

/** Which statistics of an account. */
export interface StatisticsQuestion extends TimeRange {
  userId: string;
  /** Name of a zone; when absent, that of the newest reading of the range that has one, or UTC. */
  timezone?: string;
  /** mmol/L; both limits belong to the range. */
  targets: Targets;
}

const day = 86_400_000;
const longestRange = 366;

/** Requests whose statistics are made at once. */
const requestsAtOnce = 2;

/** Statistics of the sensor readings of any range of time. */
export class GlucoseStatisticsService {
  private readonly turns = new FairTurns({ atOnce: requestsAtOnce, waitingOfOne: 100, waiting: 400 });

  constructor(
    private readonly database: Database,
    private readonly reader: GlucoseReader,
  ) {}

  /** Throws when the question is not valid. */
  check({ from, to, timezone, targets }: StatisticsQuestion): void {
    if (from >= to) throw badInput('The range ends before it begins: "from" must be earlier than "to".');
    if (to - from > longestRange * day)
      throw badInput(`The range from "from" to "to" must not be longer than ${longestRange} days.`);
    if (targets.low >= targets.high) throw badInput('Of the targets, "low" must be less than "high".');
    if (timezone !== undefined) LocalTime.of(timezone);
  }

  /**
   * Statistics in the order of the questions. For loaders. A few are made at a time; `signal` ends it. Throws when a
   * question is not valid. Readings more than a day ahead of now do not count, as in summaries.
   */
  readonly findMany = async (
    questions: readonly StatisticsQuestion[],
    signal?: AbortSignal,
    operation?: BoundedOperation,
  ): Promise<GlucoseStatistics[]> => {
    for (const question of questions) this.check(question);
    const work = new LongWork(signal);
    const account = operation?.account ?? questions[0]?.userId ?? '';
    const statistics = async (query: SnapshotQuery) => {
      const present = now();
      const reach = this.reader.reach(present);
      const ranges = questions.map(({ userId, from, to }) => ({
        userId,
        from,
        to: Math.min(to - 1, reach.to),
      }));
      const found = await new StatisticsReader(this.reader, query, work, reach).of(ranges);
      const answers: GlucoseStatistics[] = [];
      for (const [index, { targets, timezone, ...range }] of questions.entries()) {
        const { counted = blankSeries(0), zone = 'UTC' } = found[index] ?? {};
        const clocks = LocalTime.of(timezone ?? zone);
        answers.push(await glucoseStatistics(counted, range, { targets, clocks, passed: present }, work));
      }
      return answers;
    };
    return this.turns.run(
      account,
      () => this.database.snapshot(statistics, { signal, account, isLarge: true }),
      signal,
    );
  };
}
