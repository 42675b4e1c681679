import type { BasalSegment } from './basal-delivery';
import type { DemoDataSet, DemoDevice } from './data-sets';
import { sensorModels } from './devices';
import type { DemoPerson } from './person';
import { sensorRange, type SensorReading } from './sensor';
import type { SimulatedBolus, SimulatedFood, SimulationEvent } from './simulation-events';
import type { ZoneClock } from './zone-clock';

/** A record as uploaded: common fields, and those of its type. */
export interface WireRecord {
  type: string;
  /** Instant in UTC, RFC 3339. */
  time: string;
  /** Wall-clock time without a zone. */
  deviceTime: string;
  timezone: string;
  timezoneOffset: number;
  deviceId: string;
  origin: { id: string; name: string; type: 'application' | 'device' };
  [field: string]: unknown;
}

/** Fields of a record besides the common ones. */
type TypeFields = { type: string; subType?: string; deliveryType?: string; [field: string]: unknown };

const minuteMs = 60_000;
/** Name of the only schedule of every pump. */
export const scheduleName = 'Standard';
/** Measuring range of meters, mg/dL. */
const meterRange = { low: 20, high: 600 } as const;

/** Trend names by rate of change, mg/dL per minute, as in the arrows of continuous sensors. */
const trends = [
  { from: 3, rise: 'rapidRise', fall: 'rapidFall' },
  { from: 2, rise: 'moderateRise', fall: 'moderateFall' },
  { from: 1, rise: 'slowRise', fall: 'slowFall' },
] as const;

/** Converts events of one device to records for upload. */
export class WireRecordWriter {
  constructor(
    private readonly person: DemoPerson,
    private readonly device: DemoDevice,
    private readonly dataSet: DemoDataSet,
    private readonly clock: ZoneClock,
  ) {}

  /** The record of an event; glucose in mg/dL. */
  write(event: SimulationEvent): WireRecord {
    const { time } = event;
    const { deviceId, client } = this.dataSet;
    const fields = toTypeFields(event, this.person, this.device);
    const base: WireRecord = {
      type: fields.type,
      time: new Date(time).toISOString(),
      deviceTime: new Date(this.clock.toLocal(time)).toISOString().slice(0, 19),
      timezone: this.person.timezone,
      timezoneOffset: this.clock.offsetMinutes(time),
      deviceId,
      origin: {
        id: `${this.person.key}/${formatKind(fields)}/${time}`,
        name: client.name,
        type: this.device === 'meter' ? 'device' : 'application',
      },
    };
    return Object.assign(base, fields);
  }
}

function formatKind({ type, subType, deliveryType }: TypeFields): string {
  const kind = subType ?? deliveryType;
  return kind === undefined ? type : `${type}/${kind}`;
}

function toTypeFields(event: SimulationEvent, person: DemoPerson, device: DemoDevice): TypeFields {
  switch (event.kind) {
    case 'reading':
      return readingFields(event, person);
    case 'fingerstick':
      return fingerstickFields(event.value);
    case 'bolus':
      return bolusFields(event, device);
    case 'basal':
      return basalFields(event);
    case 'food':
      return foodFields(event);
  }
}

function readingFields({ value, ratePerMinute }: SensorReading, { devices }: DemoPerson): TypeFields {
  const sampleInterval = sensorModels[devices.sensor].readingMinutes * minuteMs;
  const reading = { type: 'cbg', units: 'mg/dL', value, sampleInterval };
  if (value < sensorRange.low) return { ...reading, ...outOfRange('low', sensorRange.low) };
  if (value > sensorRange.high) return { ...reading, ...outOfRange('high', sensorRange.high) };
  if (ratePerMinute === undefined) return reading;
  return Object.assign(reading, {
    trend: findTrend(ratePerMinute),
    trendRate: ratePerMinute,
    trendRateUnits: 'mg/dL/minute',
  });
}

/** Annotation of a value beyond the measuring range; its trend is unknown. */
function outOfRange(value: 'high' | 'low', threshold: number): { annotations: object[] } {
  return { annotations: [{ code: 'bg/out-of-range', value, threshold }] };
}

function findTrend(ratePerMinute: number): string {
  const step = trends.find(({ from }) => Math.abs(ratePerMinute) >= from);
  if (!step) return 'constant';
  return ratePerMinute > 0 ? step.rise : step.fall;
}

function fingerstickFields(measured: number): TypeFields {
  const value = Math.min(meterRange.high, Math.max(meterRange.low, measured));
  return { type: 'smbg', subType: 'linked', units: 'mg/dL', value };
}

function bolusFields(bolus: SimulatedBolus, device: DemoDevice): TypeFields {
  const { automated, normal, expectedNormal, extended, duration } = bolus;
  if (automated) return { type: 'bolus', subType: 'automated', normal, deliveryContext: 'algorithm' };
  const context = device === 'pump' ? { deliveryContext: 'device' } : {};
  const expected = expectedNormal === undefined ? {} : { expectedNormal };
  if (extended === undefined) return { type: 'bolus', subType: 'normal', normal, ...expected, ...context };
  if (normal === undefined) return { type: 'bolus', subType: 'square', extended, duration, ...context };
  return { type: 'bolus', subType: 'dual/square', normal, extended, duration, ...context };
}

function basalFields({ deliveryType, rate, scheduledRate, percent, duration }: BasalSegment): TypeFields {
  const scheduled = { type: 'basal', deliveryType: 'scheduled', rate: scheduledRate, scheduleName };
  if (deliveryType === 'scheduled') return { ...scheduled, duration };
  const basal = { type: 'basal', deliveryType, duration, suppressed: scheduled };
  if (deliveryType === 'suspend') return basal;
  return percent === undefined ? { ...basal, rate } : { ...basal, rate, percent };
}

function foodFields({ name, occasion, counted, absorptionMinutes }: SimulatedFood): TypeFields {
  return {
    type: 'food',
    name,
    meal: occasion,
    nutrition: {
      carbohydrate: { net: counted, units: 'grams' },
      estimatedAbsorptionDuration: absorptionMinutes * 60,
    },
  };
}
