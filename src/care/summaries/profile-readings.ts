import type { SeenReading } from '../../records/data/sensor-readings';
import { ReadingCounter, type CountedReading } from './counted-readings';
import { LocalTime } from './local-time';

/** The sensor readings of an account that count in profiles, selected hour by hour as in summaries. */
export class ProfileReadings {
  readonly counted: CountedReading[] = [];
  private hour = NaN;
  private counter = new ReadingCounter('cgm');
  /** Names of time zones, from older to newer readings. */
  private readonly zones = new Set<string>();
  private lastZone: string | undefined;

  /** `hourOf` returns the start of the hour of an instant. */
  constructor(private readonly hourOf: (time: number) => number) {}

  /** Readings must be added in order. */
  add(reading: SeenReading): void {
    const hour = this.hourOf(reading.time);
    if (hour !== this.hour) {
      this.endHour();
      this.hour = hour;
    }
    this.counter.add(reading);
    this.noteZone(reading.timezone);
  }

  /** Must be called after the last reading. */
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

  /** Names of time zones as records give them, those of older readings first. */
  get zoneNames(): string[] {
    return [...this.zones];
  }
}

/** The last of some names that is that of a time zone; UTC where none is. */
export const newestZone = (names: readonly string[]): string => names.findLast(isZone) ?? 'UTC';

function isZone(name: string): boolean {
  try {
    return LocalTime.of(name).timezone === name;
  } catch {
    return false;
  }
}
