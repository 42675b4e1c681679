import type { Services } from '../services';
import type { DemoDataSet, DemoDevice } from './data-sets';
import type { DemoPerson } from './person';
import { pumpSettingsRecord } from './pump-settings';
import { demoRecords, type DemoOptions } from './records';

/** Uploads the data of the devices of fictional people. */
export class DemoUploads {
  constructor(private readonly services: Services) {}

  /** Uploads what the devices of a person have recorded, and the settings of the pump. Tells how many each upload stored. */
  async *upload(person: DemoPerson, userId: string, options: DemoOptions): AsyncGenerator<number> {
    const uploadIds = new Map<DemoDevice, string>();
    for (const { device, dataSet, records } of demoRecords(person, options)) {
      const uploadId = uploadIds.get(device) ?? (await this.dataSetFor(userId, dataSet));
      if (device === 'pump' && !uploadIds.has(device)) {
        const settings = pumpSettingsRecord(person, dataSet, {
          time: options.from.getTime(),
          seed: options.seed,
        });
        yield await this.services.uploads.upload(uploadId, () => Promise.resolve([settings]));
      }
      uploadIds.set(device, uploadId);
      yield await this.services.uploads.upload(uploadId, () => Promise.resolve(records));
    }
  }

  private async dataSetFor(userId: string, body: DemoDataSet): Promise<string> {
    const filter = { clientName: body.client.name, deviceId: body.deviceId };
    const [[existing] = []] = await this.services.dataSets.lists([{ userId, filter, offset: 0, size: 1 }]);
    if (existing) return existing.uploadId;
    const actor = { userId, isServer: false, provenance: { client: 'demo' } };
    return (await this.services.dataSets.create(userId, body, actor)).uploadId;
  }
}
