import type { Services } from '../services';
import { dataSetFor, type DemoDataSet, type DemoDevice } from './data-sets';
import type { DemoPerson } from './person';
import { newPumpSettings } from './clinic-life/people';
import { pumpSettingsRecord } from './pump-settings';
import { demoRecords, type DemoOptions } from './records';
import type { WireRecord } from './wire-records';

const dayMs = 86_400_000;

/** The initial settings of the pump, and the recently changed ones. */
function createPumpSettings(person: DemoPerson, dataSet: DemoDataSet, options: DemoOptions): WireRecord[] {
  const { from, days, seed } = options;
  const first = pumpSettingsRecord(person, dataSet, { time: from.getTime(), seed });
  const daysAgo = newPumpSettings[person.key];
  if (daysAgo === undefined || daysAgo >= days) return [first];
  const time = from.getTime() + (days - daysAgo) * dayMs;
  return [first, pumpSettingsRecord(person, dataSet, { time, seed: `${seed}/changed` })];
}

/** Uploads device data of fictional people. */
export class DemoUploads {
  constructor(private readonly services: Services) {}

  /** Uploads the records of a person's devices and the pump settings. Yields the number of stored records per upload. */
  async *upload(person: DemoPerson, userId: string, options: DemoOptions): AsyncGenerator<number> {
    const uploadIds = new Map<DemoDevice, string>();
    for (const { device, dataSet, records } of demoRecords(person, options)) {
      const uploadId = uploadIds.get(device) ?? (await this.dataSetFor(userId, dataSet));
      if (device === 'pump' && !uploadIds.has(device)) {
        const settings = createPumpSettings(person, dataSet, options);
        yield await this.services.uploads.upload(uploadId, () => Promise.resolve(settings));
      }
      uploadIds.set(device, uploadId);
      yield await this.services.uploads.upload(uploadId, () => Promise.resolve(records));
    }
  }

  /** Uploads only the pump settings of a person, if there is a pump. Returns the number of stored records. */
  async uploadPumpSettings(person: DemoPerson, userId: string, options: DemoOptions): Promise<number> {
    if (!person.devices.pump) return 0;
    const dataSet = dataSetFor(person, 'pump');
    return this.append(userId, dataSet, createPumpSettings(person, dataSet, options));
  }

  /** Uploads further records of a device. Returns the number of stored records. */
  async append(userId: string, dataSet: DemoDataSet, records: WireRecord[]): Promise<number> {
    const uploadId = await this.dataSetFor(userId, dataSet);
    return this.services.uploads.upload(uploadId, () => Promise.resolve(records));
  }

  private async dataSetFor(userId: string, body: DemoDataSet): Promise<string> {
    const filter = { clientName: body.client.name, deviceId: body.deviceId };
    const [[existing] = []] = await this.services.dataSets.lists([{ userId, filter, size: 1 }]);
    if (existing?.item) return existing.item.uploadId;
    const actor = { userId, isServer: false, provenance: { client: 'demo' } };
    return (await this.services.dataSets.create(userId, body, actor)).uploadId;
  }
}
