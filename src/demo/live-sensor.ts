import { now } from '../platform/clock';
import { dataSetFor } from './data-sets';
import type { DemoUploads } from './demo-uploads';
import type { DemoPerson } from './person';
import { WireRecordWriter } from './wire-records';
import { ZoneClock } from './zone-clock';

const stepMs = 5 * 60_000;

/**
 * Readings of the last three quarters of an hour, mg/dL: a low for more than 15 minutes, so that followers are notified
 * at once.
 */
const fallingIntoLow = [104, 97, 91, 84, 77, 69, 67, 65, 63, 62];

/** Milliseconds before now in which the readings begin. */
export const liveSpan = fallingIntoLow.length * stepMs;

/** Uploads the current sensor readings of a person, which fall into a low. Returns the number of stored readings. */
export function uploadLow(uploads: DemoUploads, person: DemoPerson, userId: string): Promise<number> {
  const dataSet = dataSetFor(person, 'sensor');
  const writer = new WireRecordWriter(person, 'sensor', dataSet, new ZoneClock(person.timezone));
  const end = now();
  const records = fallingIntoLow.map((value, index) => {
    const before = fallingIntoLow[index - 1] ?? value;
    const time = end - (fallingIntoLow.length - 1 - index) * stepMs;
    return writer.write({ kind: 'reading', time, value, ratePerMinute: (value - before) / 5 });
  });
  return uploads.append(userId, dataSet, records);
}
