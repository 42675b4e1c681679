import { now } from '../clock';
import type { GlucoseReader, GlucoseReading } from '../data/glucose-reader.service';
import type { Database } from '../database/database';
import { badInput } from '../errors';
import { countedReadings, type CountedReading } from './counted-readings';
import { drawProfile } from './draw-profile';
import { glucoseProfile, type GlucoseProfile } from './glucose-profile';
import { LocalTime } from './local-time';
import { profileShapes, profileSize, type ProfileUnits, type Shape } from './profile-shapes';

/** Which profile of an account. */
export interface ProfileQuestion {
  userId: string;
  /** Days of the calendar, 1 to 90. */
  days: number;
  /** Name of a zone; when absent, that of the newest reading that has one, or UTC. */
  timezone?: string;
}

/** A profile for whoever draws it otherwise than as SVG. */
export interface ProfileDrawing {
  width: number;
  height: number;
  shapes: Shape[];
}

const longestProfile = 90;
const day = 86_400_000;

/** How the glucose of sensors runs through the day. */
export class GlucoseProfileService {
  constructor(
    private readonly database: Database,
    private readonly reader: GlucoseReader,
  ) {}

  /** Profiles of the last days that have readings, in the order of the questions. For loaders. */
  readonly findMany = (questions: readonly ProfileQuestion[]): Promise<GlucoseProfile[]> =>
    Promise.all(questions.map((question) => this.find(question)));

  /** The profile of the last days that have readings. Throws when the question is not valid. */
  async find({ userId, days, timezone }: ProfileQuestion): Promise<GlucoseProfile> {
    if (days < 1 || days > longestProfile)
      throw badInput(`The argument "days" lies between 1 and ${longestProfile}.`);
    const named = timezone === undefined ? undefined : new LocalTime(timezone);
    const readings = await this.readings(userId, days);
    return glucoseProfile(this.counted(readings), days, named ?? new LocalTime(zoneOf(readings)));
  }

  /** The same as an SVG image. Throws when the question is not valid. */
  async image(question: ProfileQuestion, units: ProfileUnits): Promise<string> {
    return drawProfile(await this.find(question), units);
  }

  /** The same as the pieces that the image consists of. Throws when the question is not valid. */
  async drawing(question: ProfileQuestion, units: ProfileUnits): Promise<ProfileDrawing> {
    return { ...profileSize, shapes: profileShapes(await this.find(question), units) };
  }

  /** Everything that may lie in the last days that have readings, whatever the zone. */
  private readings(userId: string, days: number): Promise<GlucoseReading[]> {
    const key = { userId, measure: 'cgm' as const };
    return this.database.snapshot(async (query) => {
      const reach = this.reader.reach(now());
      const newest = await this.reader.newest(query, key, reach);
      if (newest === null) return [];
      const from = this.reader.hourOf(newest - (days + 1) * day);
      const readings = await this.reader.readings(query, key, [{ from, to: this.reader.hourOf(newest) }]);
      return readings.filter(({ active, time }) => active && time <= newest && time >= reach.from);
    });
  }

  /** The readings that count, as summaries count them: hour by hour. */
  private counted(readings: readonly GlucoseReading[]): CountedReading[] {
    const hours = new Map<number, GlucoseReading[]>();
    for (const reading of readings) {
      const start = this.reader.hourOf(reading.time);
      const ofHour = hours.get(start);
      if (ofHour) ofHour.push(reading);
      else hours.set(start, [reading]);
    }
    return [...hours.values()].flatMap((ofHour) => countedReadings('cgm', ofHour));
  }
}

/** Where the newest reading was taken that says so. */
function zoneOf(readings: readonly GlucoseReading[]): string {
  for (const { timezone } of readings.toReversed())
    if (timezone !== undefined && isZone(timezone)) return timezone;
  return 'UTC';
}

function isZone(name: string): boolean {
  try {
    return new LocalTime(name).timezone === name;
  } catch {
    return false;
  }
}
