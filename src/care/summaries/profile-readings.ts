import type { SeenReading } from '../../records/data/sensor-readings';
import { ReadingCounter, type CountedReading } from './counted-readings';
import { LocalTime } from './local-time';

/** The sensor readings of somebody that count in profiles, as summaries count them: hour by hour. */
export class ProfileReadings {
  readonly counted: CountedReading[] = [];
  private hour = NaN;
  private counter = new ReadingCounter('cgm');
  /** Names of zones, those of older readings first. */
  private readonly zones = new Set<string>();
  private lastZone: string | undefined;

  /** `hourOf` says when the hour of an instant began. */
  constructor(private readonly hourOf: (time: number) => number) {}

  /** Takes the readings in their order. */
  add(reading: SeenReading): void {
    const hour = this.hourOf(reading.time);
    if (hour !== this.hour) {
      this.endHour();
      this.hour = hour;
    }
    this.counter.add(reading);
    this.noteZone(reading.timezone);
  }

  /** To be called after the last reading. */
  end(): void {
    this.endHour();
  }

  private endHour(): void {
    for (const reading of this.counter.counted) this.counted.push(reading);
    this.counter = new ReadingCounter('cgm');
  }

  private noteZone(name: string | undefined): void {
    if (name === undefined || name === this.lastZone) return;
    this.lastZone = name;
    this.zones.delete(name);
    this.zones.add(name);
  }

  /** Where the newest reading was taken that says so. */
  get zone(): string {
    return [...this.zones].findLast(isZone) ?? 'UTC';
  }
}

function isZone(name: string): boolean {
  try {
    return new LocalTime(name).timezone === name;
  } catch {
    return false;
  }
}
