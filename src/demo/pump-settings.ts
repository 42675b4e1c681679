import { basalBlockStarts } from './basal-delivery';
import type { DemoDataSet } from './data-sets';
import type { DemoPerson } from './person';
import { loopTarget } from './pump';
import { Random } from './random';
import { programmedSettings } from './therapy-settings';
import { scheduleName, type WireRecord } from './wire-records';
import { ZoneClock } from './zone-clock';

const minuteMs = 60_000;

/**
 * The pump settings of a person as uploaded; boluses and basal rates follow them.
 *
 * @param time when the pump was read, milliseconds since the epoch
 * @param seed that of the data of the person
 */
export function pumpSettingsRecord(
  person: DemoPerson,
  { deviceId, client, deviceManufacturers, deviceModel, deviceSerialNumber }: DemoDataSet,
  { time, seed }: { time: number; seed: string },
): WireRecord {
  const clock = new ZoneClock(person.timezone);
  const settings = programmedSettings(person, new Random(`${seed}/${person.key}`));
  const { insulinSensitivity, carbohydrateRatio, schedule } = settings;
  const allDay = <Fields extends object>(fields: Fields) => [{ start: 0, ...fields }];
  return {
    type: 'pumpSettings',
    time: new Date(time).toISOString(),
    deviceTime: new Date(clock.toLocal(time)).toISOString().slice(0, 19),
    timezone: person.timezone,
    timezoneOffset: clock.offsetMinutes(time),
    deviceId,
    origin: { id: `${person.key}/pumpSettings/${time}`, name: client.name, type: 'application' },
    manufacturers: deviceManufacturers,
    model: deviceModel,
    serialNumber: deviceSerialNumber,
    units: { bg: 'mg/dL', carb: 'grams', insulin: 'Units' },
    activeSchedule: scheduleName,
    automatedDelivery: person.therapy === 'closed-loop',
    basalSchedules: {
      [scheduleName]: basalBlockStarts.map((minute) => ({
        start: minute * minuteMs,
        rate: schedule(minute),
      })),
    },
    bgTargets: { [scheduleName]: allDay({ target: loopTarget }) },
    carbRatios: { [scheduleName]: allDay({ amount: Math.round(carbohydrateRatio * 10) / 10 }) },
    insulinSensitivities: { [scheduleName]: allDay({ amount: Math.round(insulinSensitivity) }) },
    bolus: { amountMaximum: { units: 'Units', value: 15 } },
    basal: { rateMaximum: { units: 'Units/hour', value: 5 } },
    display: { bloodGlucose: { units: 'mg/dL' } },
  };
}
