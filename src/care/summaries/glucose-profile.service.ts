import { now } from '../../platform/clock';
import type { GlucoseReader } from '../../records/data/glucose-reader.service';
import type { Reach } from '../../records/data/glucose-hours';
import type { SensorRange } from '../../records/data/sensor-readings';
import type { Database } from '../../platform/database/database';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { badInput } from '../../platform/errors';
import { LongWork } from '../../platform/long-work';
import type { BoundedOperation } from '../../platform/workload/bounded-operation';
import { FairTurns } from '../../platform/workload/fair-turns';
import { drawProfile } from './draw-profile';
import { glucoseProfile, type GlucoseProfile } from './glucose-profile';
import { LocalTime } from './local-time';
import { profileShapes, profileSize, type ProfileUnits, type Shape } from './profile-shapes';
import { blankSeries } from './reading-series';
import { StatisticsReader, type StatisticsReadings } from './statistics/statistics-readings';

/** A request for a profile of an account. */
export interface ProfileQuestion {
  userId: string;
  /** Calendar days, 1 to 90. */
  days: number;
  /** IANA name; by default the zone of the newest reading that has one, or else UTC. */
  timezone?: string;
}

/** A profile for output formats other than SVG. */
export interface ProfileDrawing {
  width: number;
  height: number;
  shapes: Shape[];
}

const longestProfile = 90;
const day = 86_400_000;

/** Profile requests handled at once, and accounts whose readings each keeps in memory. */
const requestsAtOnce = 2;
const peopleAtOnce = 100;

/** Requests for one account, and the range of readings that serves them all. */
interface Person extends SensorRange {
  questions: { question: ProfileQuestion; place: number }[];
}

/** Daily glucose profiles from sensor data: from the hourly buckets of summaries, and where they say nothing from records. */
export class GlucoseProfileService {
  private readonly turns = new FairTurns({ atOnce: requestsAtOnce, waitingOfOne: 100, waiting: 400 });

  constructor(
    private readonly database: Database,
    private readonly reader: GlucoseReader,
  ) {}

  /** Throws when the request is invalid. */
  check({ days, timezone }: ProfileQuestion): void {
    if (days < 1 || days > longestProfile)
      throw badInput(`The argument "days" lies between 1 and ${longestProfile}.`);
    if (timezone !== undefined) LocalTime.of(timezone);
  }

  /**
   * Profiles of the last days with readings, in the order of the requests. For loaders. A few are computed at a time, and accounts take turns;
   * `signal` aborts the rest. Throws when a request is invalid.
   */
  readonly findMany = async (
    questions: readonly ProfileQuestion[],
    signal?: AbortSignal,
    operation?: BoundedOperation,
  ): Promise<GlucoseProfile[]> => {
    for (const question of questions) this.check(question);
    const account = operation?.account ?? questions[0]?.userId ?? '';
    const profiles = (query: SnapshotQuery) =>
      new Profiles(this.reader, query, new LongWork(signal)).of(questions);
    return this.turns.run(
      account,
      () => this.database.snapshot(profiles, { signal, account, isLarge: true }),
      signal,
    );
  };

  /** The profile as an SVG image. Throws when the request is invalid. */
  async image(question: ProfileQuestion, units: ProfileUnits, signal?: AbortSignal): Promise<string> {
    return drawProfile(await this.find(question, signal), units);
  }

  /** The profile as the shapes of the image. Throws when the request is invalid. */
  async drawing(question: ProfileQuestion, units: ProfileUnits): Promise<ProfileDrawing> {
    return { ...profileSize, shapes: profileShapes(await this.find(question), units) };
  }

  private async find(question: ProfileQuestion, signal?: AbortSignal): Promise<GlucoseProfile> {
    const [found] = await this.findMany([question], signal);
    if (!found) throw new Error('A question about a profile has no answer.');
    return found;
  }
}

/** The profiles of one request, from one snapshot. */
class Profiles {
  constructor(
    private readonly reader: GlucoseReader,
    private readonly query: SnapshotQuery,
    private readonly work: LongWork,
  ) {}

  async of(questions: readonly ProfileQuestion[]): Promise<GlucoseProfile[]> {
    await this.work.pause();
    const answers: GlucoseProfile[] = [];
    const reach = this.reader.reach(now());
    const readings = new StatisticsReader(this.reader, this.query, this.work, reach);
    const people = await this.people(questions, reach);
    for (let start = 0; start < people.length; start += peopleAtOnce) {
      const some = people.slice(start, start + peopleAtOnce);
      const read = await readings.of(some);
      for (const [index, { questions: own }] of some.entries()) {
        for (const { question, place } of own) answers[place] = await this.profile(question, read[index]);
      }
    }
    return answers;
  }

  /** The range that contains the last days with readings in any time zone. */
  private async people(questions: readonly ProfileQuestion[], reach: Reach): Promise<Person[]> {
    const byUser = new Map<string, Person['questions']>();
    for (const [place, question] of questions.entries()) {
      const own = byUser.get(question.userId);
      if (own) own.push({ question, place });
      else byUser.set(question.userId, [{ question, place }]);
    }
    const ranges = [...byUser.keys()].map((userId) => ({ userId, ...reach }));
    const newest = await this.reader.sensors(this.query).newest(ranges);
    return [...byUser].map(([userId, own], index) => {
      const to = newest[index] ?? -1;
      const days = Math.max(...own.map(({ question }) => question.days));
      return {
        userId,
        from: Math.max(reach.from, this.reader.startOfHour(to - (days + 1) * day)),
        to,
        questions: own,
      };
    });
  }

  private profile(
    { days, timezone }: ProfileQuestion,
    { counted, zone }: StatisticsReadings = { counted: blankSeries(0), zone: 'UTC' },
  ): Promise<GlucoseProfile> {
    return glucoseProfile(counted, days, LocalTime.of(timezone ?? zone), this.work);
  }
}
