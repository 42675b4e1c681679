import { meterModels, penModels, pumpModels, sensorModels, type DeviceModel } from './devices';
import type { DemoPerson } from './person';
import { Random } from './random';

/** A person's device types; each uploads to its own data set. */
export type DemoDevice = 'meter' | 'pen' | 'pump' | 'sensor';

/** Body of the request that creates a data set. */
export interface DemoDataSet {
  dataSetType: 'continuous';
  client: { name: string; version: string };
  deduplicator: { name: string };
  deviceId: string;
  deviceManufacturers: string[];
  deviceModel: string;
  deviceSerialNumber: string;
  deviceTags: string[];
  timeProcessing: 'none';
  timezone: string;
  version: string;
}

/** Replaces earlier uploads record by record, by stable origin ids. */
const deduplicatorName = 'org.tidepool.deduplicator.dataset.delete.origin';
const uploaderVersion = '1.4.0';
/** Digits and letters that are not easily confused. */
const serialAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const deviceTags: Record<DemoDevice, string> = {
  meter: 'bgm',
  pen: 'pen',
  pump: 'insulin-pump',
  sensor: 'cgm',
};

/** The devices of a person: a sensor, a meter, and a pump or a pen. */
export function listDevices(person: DemoPerson): DemoDevice[] {
  return ['sensor', findInsulinDevice(person), 'meter'];
}

/** The device that delivers insulin and records food. */
export function findInsulinDevice(person: DemoPerson): 'pen' | 'pump' {
  return person.devices.pump ? 'pump' : 'pen';
}

/** Name of the uploading application of a device, which is also the origin of its records. */
function uploaderName(person: DemoPerson, device: DemoDevice): string {
  const isLoop = device === 'pump' && person.therapy === 'closed-loop';
  return `example.glycograph.demo.${isLoop ? 'closed-loop' : device}`;
}

/** Body of the request that creates the data set of a device. Throws when the person has no such device. */
export function dataSetFor(person: DemoPerson, device: DemoDevice): DemoDataSet {
  const { manufacturer, model } = findModel(person, device);
  const serial = serialNumber(person, device);
  const name = uploaderName(person, device);
  return {
    dataSetType: 'continuous',
    client: { name, version: uploaderVersion },
    deduplicator: { name: deduplicatorName },
    deviceId: `${manufacturer} ${model} ${serial}`,
    deviceManufacturers: [manufacturer],
    deviceModel: model,
    deviceSerialNumber: serial,
    deviceTags: [deviceTags[device]],
    timeProcessing: 'none',
    timezone: person.timezone,
    version: `${name} ${uploaderVersion}`,
  };
}

function findModel(person: DemoPerson, device: DemoDevice): DeviceModel {
  const { sensor, meter, pump, pen } = person.devices;
  if (device === 'sensor') return sensorModels[sensor];
  if (device === 'meter') return meterModels[meter];
  if (device === 'pump' && pump) return pumpModels[pump];
  if (device === 'pen' && pen) return penModels[pen];
  throw new RangeError(`${person.key} has no ${device}`);
}

function serialNumber(person: DemoPerson, device: DemoDevice): string {
  const random = new Random(`serial number/${person.key}/${device}`);
  const letter = (): string => serialAlphabet.charAt(random.integer(0, serialAlphabet.length - 1));
  return Array.from({ length: 8 }, letter).join('');
}
