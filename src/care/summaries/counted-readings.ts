import type { GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { GlucoseReading } from '../../records/data/glucose-reader.service';

const minute = 60_000;
/** Milliseconds by which a sensor may send a reading early. */
const tolerance = 10_000;
/** Maximum number of counted readings in an hour: one a minute, plus one at the boundary. */
const mostAnHour = 61;
const usualMinutes = 5;
const minutesOfFirstLibres = 15;

/** A reading that counts in statistics. */
export interface CountedReading {
  time: number;
  /** mmol/L */
  value: number;
  /** Minutes that the reading represents; 0 for a meter. */
  minutes: number;
}

/**
 * Minutes that a sensor reading represents: the interval of its sensor. If the record has no interval, it is fifteen
 * minutes for a Libre before the third generation, and five minutes for all other sensors.
 */
export function countMinutes({
  sampleInterval,
  deviceId,
}: Pick<GlucoseReading, 'sampleInterval' | 'deviceId'>) {
  if (sampleInterval !== undefined && sampleInterval > 0)
    return Math.max(1, Math.trunc(sampleInterval / minute));
  const isFirstLibre =
    deviceId.includes('AbbottFreeStyleLibre') && !deviceId.includes('AbbottFreeStyleLibre3');
  return isFirstLibre ? minutesOfFirstLibres : usualMinutes;
}

/**
 * The counted readings of one hour, from all of its readings in order. If two sensors measure the same glucose, a
 * sensor reading is skipped while the interval of the previously counted one lasts. Meter readings have no interval.
 */
export function countedReadings(
  measure: GlucoseMeasure,
  readings: readonly GlucoseReading[],
): CountedReading[] {
  const counter = new ReadingCounter(measure);
  for (const reading of readings) if (reading.active) counter.add(reading);
  return counter.counted;
}

/** `countedReadings` for a stream of visible readings. */
export class ReadingCounter {
  readonly counted: CountedReading[] = [];

  constructor(private readonly measure: GlucoseMeasure) {}

  add(reading: Pick<GlucoseReading, 'time' | 'value' | 'sampleInterval' | 'deviceId'>): void {
    const { counted, measure } = this;
    const { time, value } = reading;
    if (!Number.isFinite(value) || counted.length === mostAnHour) return;
    const last = counted.at(-1);
    if (last && measure === 'cgm' && time - last.time < last.minutes * minute - tolerance) return;
    counted.push({ time, value, minutes: measure === 'cgm' ? countMinutes(reading) : 0 });
  }
}
