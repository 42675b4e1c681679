import type { GlucoseReading } from '../../records/data/glucose-reader.service';
import type { CountedReading } from './counted-readings';

/** The sensor readings of one hour that count, and where they were taken. */
export interface HourReadings {
  /** In order. */
  counted: readonly CountedReading[];
  /** Names of time zones as records give them, in order; not all of them need exist. */
  zones: readonly string[];
}

/** Time within the hour, value and minutes of each reading, one after the other. */
interface Packed {
  readings: number[];
  zones?: readonly string[];
}

const fieldsOfReading = 3;

/** What an hour keeps of its readings, of all of them in order. */
export function hourReadingsOf(
  counted: readonly CountedReading[],
  shown: readonly Pick<GlucoseReading, 'timezone'>[],
): HourReadings {
  const zones = shown.flatMap(({ timezone }, index) =>
    timezone === undefined || timezone === shown[index - 1]?.timezone ? [] : [timezone],
  );
  return { counted, zones };
}

/** The readings of an hour as text. Values are kept exactly. */
export function packReadings(hour: number, { counted, zones }: HourReadings): string {
  const packed: Packed = {
    readings: counted.flatMap(({ time, value, minutes }) => [time - hour, value, minutes]),
    ...(zones.length > 0 && { zones }),
  };
  return JSON.stringify(packed);
}

/** The readings of an hour out of their text. */
export function unpackReadings(hour: number, text: string): HourReadings {
  const { readings, zones = [] } = JSON.parse(text) as Packed;
  const counted: CountedReading[] = [];
  for (let index = 0; index < readings.length; index += fieldsOfReading) {
    const [time, value, minutes] = [readings[index], readings[index + 1], readings[index + 2]];
    counted.push({ time: hour + (time as number), value: value as number, minutes: minutes as number });
  }
  return { counted, zones };
}
