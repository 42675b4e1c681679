import { now } from '../../platform/clock';
import type { GlucoseReader } from '../../records/data/glucose-reader.service';
import type { SensorRange, SensorReadings } from '../../records/data/sensor-readings';
import type { Database } from '../../platform/database/database';
import { Semaphore } from '../../platform/database/semaphore';
import { badInput } from '../../platform/errors';
import { LongWork } from '../../platform/long-work';
import { drawProfile } from './draw-profile';
import { glucoseProfile, type GlucoseProfile } from './glucose-profile';
import { LocalTime } from './local-time';
import { ProfileReadings } from './profile-readings';
import { profileShapes, profileSize, type ProfileUnits, type Shape } from './profile-shapes';

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

/** Profile requests handled at once, and accounts read by each, few enough for one statement. */
const requestsAtOnce = 2;
const peopleAtOnce = 50;

/** Requests for one account, and the range of readings that serves them all. */
interface Person extends SensorRange {
  questions: { question: ProfileQuestion; place: number }[];
}

/** Daily glucose profiles from sensor data. */
export class GlucoseProfileService {
  private readonly turns = new Semaphore(requestsAtOnce);

  constructor(
    private readonly database: Database,
    private readonly reader: GlucoseReader,
  ) {}

  /** Throws when the request is invalid. */
  check({ days, timezone }: ProfileQuestion): void {
    if (days < 1 || days > longestProfile)
      throw badInput(`The argument "days" lies between 1 and ${longestProfile}.`);
    if (timezone !== undefined) new LocalTime(timezone);
  }

  /**
   * Profiles of the last days with readings, in the order of the requests. For loaders. A few are computed at a time;
   * `signal` aborts the rest. Throws when a request is invalid.
   */
  readonly findMany = async (
    questions: readonly ProfileQuestion[],
    signal?: AbortSignal,
  ): Promise<GlucoseProfile[]> => {
    for (const question of questions) this.check(question);
    return this.turns.run(() =>
      this.database.snapshot((query) => {
        return new Profiles(this.reader, this.reader.sensors(query), new LongWork(signal)).of(questions);
      }),
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
  private readonly clocks = new Map<string, LocalTime>();

  constructor(
    private readonly reader: GlucoseReader,
    private readonly readings: SensorReadings,
    private readonly work: LongWork,
  ) {}

  async of(questions: readonly ProfileQuestion[]): Promise<GlucoseProfile[]> {
    await this.work.pause();
    const answers: GlucoseProfile[] = [];
    const people = await this.people(questions);
    for (let start = 0; start < people.length; start += peopleAtOnce) {
      const some = people.slice(start, start + peopleAtOnce);
      const read = some.map(() => new ProfileReadings(this.reader.hourOf));
      await this.readings.each(some, (person, reading) => read[person]?.add(reading), this.work);
      for (const [index, { questions: own }] of some.entries()) {
        for (const { question, place } of own) answers[place] = await this.profile(question, read[index]);
      }
    }
    return answers;
  }

  /** The range that contains the last days with readings in any time zone. */
  private async people(questions: readonly ProfileQuestion[]): Promise<Person[]> {
    const reach = this.reader.reach(now());
    const userIds = [...new Set(questions.map(({ userId }) => userId))];
    const newest = await this.readings.newest(userIds.map((userId) => ({ userId, ...reach })));
    return userIds.map((userId, index) => {
      const own = questions.flatMap((question, place) =>
        question.userId === userId ? [{ question, place }] : [],
      );
      const to = newest[index] ?? -1;
      const days = Math.max(...own.map(({ question }) => question.days));
      return {
        userId,
        from: Math.max(reach.from, this.reader.hourOf(to - (days + 1) * day)),
        to,
        questions: own,
      };
    });
  }

  private profile(
    { days, timezone }: ProfileQuestion,
    read = new ProfileReadings(this.reader.hourOf),
  ): Promise<GlucoseProfile> {
    read.end();
    const zone = timezone ?? read.zone;
    let clocks = this.clocks.get(zone);
    if (!clocks) this.clocks.set(zone, (clocks = new LocalTime(zone)));
    return glucoseProfile(read.counted, days, clocks, this.work);
  }
}
