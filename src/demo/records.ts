import { stepMs } from './absorption';
import { dataSetFor, listDevices, findInsulinDevice, type DemoDataSet, type DemoDevice } from './data-sets';
import { GlucoseSimulation } from './glucose-simulation';
import type { DemoPerson } from './person';
import { Random } from './random';
import { RecordBatches } from './record-batches';
import type { SimulationEvent } from './simulation-events';
import { WireRecordWriter, type WireRecord } from './wire-records';
import { ZoneClock } from './zone-clock';

const dayMs = 86_400_000;

/** Scope of the data: `days` days from an instant, rounded down to five minutes. */
export interface DemoOptions {
  from: Date;
  days: number;
  /** The same seed gives the same data. */
  seed: string;
  /** Maximum number of records in a batch. */
  batchSize: number;
}

/** Records of one device in order of time, with their data set. */
export interface DemoBatch {
  device: DemoDevice;
  dataSet: DemoDataSet;
  records: WireRecord[];
}

/**
 * Generates the data of one person as device uploaders send it. The result depends only on the person and the options;
 * batches of a device are in order of time. Throws a RangeError for an invalid instant or a non-positive number of
 * days.
 */
export function* demoRecords(person: DemoPerson, options: DemoOptions): Generator<DemoBatch> {
  const { from, days, seed } = options;
  const start = Math.floor(from.getTime() / stepMs) * stepMs;
  if (!Number.isFinite(start) || !(days > 0))
    throw new RangeError('A valid instant and positive days are needed');
  const end = start + Math.round((days * dayMs) / stepMs) * stepMs;

  const clock = new ZoneClock(person.timezone);
  const outlets = new Map(
    listDevices(person).map((device) => [device, createOutlet(person, device, clock, options)]),
  );
  let basalUntil = person.devices.pump ? start : Infinity;
  let nextHandOut = start + dayMs;
  for (const event of new GlucoseSimulation(person, start, new Random(`${seed}/${person.key}`)).run(end)) {
    const outlet = outlets.get(findRecordingDevice(person, event));
    outlet?.batches.add(event.time, outlet.writer.write(event));
    if (event.kind === 'basal') basalUntil = event.time + event.duration;
    if (event.kind === 'basal' || event.time < nextHandOut) continue;
    nextHandOut += dayMs;
    const complete = Math.min(event.time - stepMs, basalUntil);
    for (const { batches, device, dataSet } of outlets.values()) {
      for (const records of batches.takeFull(complete)) yield { device, dataSet, records };
    }
  }
  for (const { batches, device, dataSet } of outlets.values()) {
    for (const records of batches.takeRest()) yield { device, dataSet, records };
  }
}

interface Outlet {
  device: DemoDevice;
  dataSet: DemoDataSet;
  writer: WireRecordWriter;
  batches: RecordBatches<WireRecord>;
}

function createOutlet(
  person: DemoPerson,
  device: DemoDevice,
  clock: ZoneClock,
  { batchSize }: DemoOptions,
): Outlet {
  const dataSet = dataSetFor(person, device);
  const writer = new WireRecordWriter(person, device, dataSet, clock);
  return { device, dataSet, writer, batches: new RecordBatches(batchSize) };
}

function findRecordingDevice(person: DemoPerson, event: SimulationEvent): DemoDevice {
  if (event.kind === 'reading') return 'sensor';
  return event.kind === 'fingerstick' ? 'meter' : findInsulinDevice(person);
}
