import type { GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { GlucoseReading } from '../../records/data/glucose-reader.service';

const minute = 60_000;
/** A sensor may send a reading this much early, in milliseconds. */
const tolerance = 10_000;
/** Readings of one hour that count: one a minute, and one more where the hours meet. */
const mostAnHour = 61;
const usualMinutes = 5;
const minutesOfFirstLibres = 15;

/** A reading that counts in statistics. */
export interface CountedReading {
  time: number;
  /** mmol/L */
  value: number;
  /** What the reading stands for; 0 for a meter. */
  minutes: number;
}

/**
 * Minutes that a sensor reading stands for: the interval of its sensor. Where the record does not say, the third Libre
 * and all other sensors measure every five minutes, earlier Libres every fifteen.
 */
export function minutesOf({ sampleInterval, deviceId }: Pick<GlucoseReading, 'sampleInterval' | 'deviceId'>) {
  if (sampleInterval !== undefined && sampleInterval > 0)
    return Math.max(1, Math.trunc(sampleInterval / minute));
  const isFirstLibre =
    deviceId.includes('AbbottFreeStyleLibre') && !deviceId.includes('AbbottFreeStyleLibre3');
  return isFirstLibre ? minutesOfFirstLibres : usualMinutes;
}

/**
 * The readings of one hour that count, of all of the hour in their order. Where two sensors measure the same glucose, a
 * sensor reading is left out while the one that counted before it still stands; meters have no such time.
 */
export function countedReadings(
  measure: GlucoseMeasure,
  readings: readonly GlucoseReading[],
): CountedReading[] {
  const counter = new ReadingCounter(measure);
  for (const reading of readings) if (reading.active) counter.add(reading);
  return counter.counted;
}

/** `countedReadings` of readings that come one by one, those that readers see. */
export class ReadingCounter {
  readonly counted: CountedReading[] = [];

  constructor(private readonly measure: GlucoseMeasure) {}

  add(reading: Pick<GlucoseReading, 'time' | 'value' | 'sampleInterval' | 'deviceId'>): void {
    const { counted, measure } = this;
    const { time, value } = reading;
    if (!Number.isFinite(value) || counted.length === mostAnHour) return;
    const last = counted.at(-1);
    if (last && measure === 'cgm' && time - last.time < last.minutes * minute - tolerance) return;
    counted.push({ time, value, minutes: measure === 'cgm' ? minutesOf(reading) : 0 });
  }
}
