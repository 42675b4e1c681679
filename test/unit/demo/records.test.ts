import { dataSetFor, listDevices } from '../../../src/demo/data-sets';
import { demoPeople } from '../../../src/demo/people';
import { demoRecords } from '../../../src/demo/records';
import { batchesOf, dayMs, from, instantOf, optionsWith, personCalled, recordsOf } from './collect-records';

const [first, second] = [personCalled('amelie.dubois'), personCalled('nikos.papadakis')];
const everybody = demoPeople.map((person) => [person.key, person] as const);

describe('demoRecords', () => {
  it('gives identical data for the same seed, and other data for another', () => {
    expect(batchesOf(first)).toEqual(batchesOf(first));
    expect(recordsOf(first, { seed: 'other' }, ['cbg'])).not.toEqual(recordsOf(first, {}, ['cbg']));
  });

  it('gives a person the same data whoever else is generated', () => {
    const alone = [batchesOf(first), batchesOf(second)];
    const generators = [demoRecords(first, optionsWith()), demoRecords(second, optionsWith())];
    const together = generators.map(() => [] as unknown[]);
    for (let running = true; running;) {
      const steps = generators.map((generator) => generator.next());
      for (const [index, step] of steps.entries()) if (!step.done) together[index]?.push(step.value);
      running = steps.some((step) => !step.done);
    }
    expect(together).toEqual(alone);
  });

  it('gives people with equal settings different data', () => {
    const twin = { ...first, key: 'twin.dubois' };
    const values = (person: typeof first): unknown[] =>
      recordsOf(person, {}, ['cbg']).map(({ value }) => value);
    expect(values(twin)).not.toEqual(values(first));
  });

  it.each(everybody)('gives %s full batches in order of time for each device', (_, person) => {
    const batches = batchesOf(person, { days: 8 });
    expect(new Set(batches.map(({ device }) => device))).toEqual(new Set(listDevices(person)));
    for (const device of listDevices(person)) {
      const own = batches.filter((batch) => batch.device === device);
      for (const [index, { records, dataSet }] of own.entries()) {
        expect(dataSet).toEqual(dataSetFor(person, device));
        expect(records.length).toBeLessThanOrEqual(1000);
        if (index < own.length - 1) expect(records).toHaveLength(1000);
      }
      const times = own.flatMap(({ records }) => records.map(instantOf));
      expect(times).toEqual([...times].sort((one, other) => one - other));
    }
  });

  it.each(everybody)('keeps the records of %s within the requested days', (_, person) => {
    const times = recordsOf(person, { from: new Date('2026-07-01T06:03:21Z'), days: 2 }).map(instantOf);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse('2026-07-01T06:00:00Z'));
    expect(Math.max(...times)).toBeLessThan(Date.parse('2026-07-03T06:00:00Z'));
  });

  it('returns batches as it goes, without waiting for the end', () => {
    const batches = demoRecords(first, optionsWith({ days: 10_000 }));
    const batch = batches.next().value;
    expect(batch?.records).toHaveLength(1000);
  });

  it.each([
    ['an invalid instant', { from: new Date(Number.NaN) }],
    ['no days', { days: 0 }],
    ['days that are no number', { days: Number.NaN }],
  ])('rejects %s', (_, changes) => {
    expect(() => batchesOf(first, changes)).toThrow(RangeError);
  });
});

describe('every record', () => {
  it.each(everybody)('of %s has the common fields', (_, person) => {
    const batches = batchesOf(person);
    for (const { records, dataSet, device } of batches) {
      const wrong = records.filter((record) => {
        const { time, deviceTime, timezone, timezoneOffset, deviceId, origin } = record;
        const instant = Date.parse(time);
        const wallClock = new Date(instant + timezoneOffset * 60_000).toISOString();
        const isTimed = time === new Date(instant).toISOString() && wallClock.startsWith(deviceTime);
        const isPlaced = timezone === person.timezone && deviceId === dataSet.deviceId;
        const originType = device === 'meter' ? 'device' : 'application';
        return !isTimed || !isPlaced || origin.name !== dataSet.client.name || origin.type !== originType;
      });
      expect(wrong).toEqual([]);
    }
  });

  it.each(everybody)('of %s has a unique origin id that is short enough', (_, person) => {
    const ids = recordsOf(person, { days: 14 }).map(({ origin }) => origin.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.length > 100)).toEqual([]);
  });

  it('follows clock changes', () => {
    const days = { from: new Date('2026-10-24T22:00:00Z'), days: 1 };
    const offsets = recordsOf(personCalled('hannah.schroeder'), days, ['cbg']).map(
      (record) => [instantOf(record), record.timezoneOffset] as const,
    );
    const change = Date.parse('2026-10-25T01:00:00Z');
    expect(offsets.some(([time]) => time < change)).toBe(true);
    for (const [time, offset] of offsets) expect(offset).toBe(time < change ? 120 : 60);
  });
});

describe('meals', () => {
  it.each(everybody)('of %s are logged with their carbohydrate', (_, person) => {
    const food = recordsOf(person, { days: 14 }, ['food']);
    expect(food.length).toBeGreaterThan(14);
    for (const { name, meal, nutrition } of food) {
      expect(name).toEqual(expect.any(String));
      expect(['breakfast', 'lunch', 'dinner', 'snack']).toContain(meal);
      const { carbohydrate, estimatedAbsorptionDuration } = nutrition as {
        carbohydrate: { net: number; units: string };
        estimatedAbsorptionDuration: number;
      };
      expect(carbohydrate.units).toBe('grams');
      expect(carbohydrate.net).toBeGreaterThanOrEqual(5);
      expect(carbohydrate.net).toBeLessThan(400);
      expect(Number.isInteger(estimatedAbsorptionDuration)).toBe(true);
      expect(estimatedAbsorptionDuration).toBeLessThanOrEqual(8 * 3600);
    }
  });
});

describe('a data set', () => {
  it.each(everybody)('of %s is continuous and names its device', (_, person) => {
    const ids = listDevices(person).map((device) => {
      const dataSet = dataSetFor(person, device);
      expect(dataSet).toMatchObject({
        dataSetType: 'continuous',
        deduplicator: { name: 'org.tidepool.deduplicator.dataset.delete.origin' },
        timezone: person.timezone,
      });
      expect(dataSet.deviceManufacturers).toHaveLength(1);
      expect(dataSet.deviceTags).toHaveLength(1);
      return dataSet.deviceId;
    });
    expect(new Set(ids).size).toBe(3);
  });

  it('cannot be made for a device that the person does not have', () => {
    expect(() => dataSetFor(first, 'pen')).toThrow(RangeError);
  });
});

it('creates past data as well as current data', () => {
  const values = recordsOf(first, { from: new Date(from.getTime() - 3650 * dayMs), days: 1 }, ['cbg']);
  expect(values.length).toBeGreaterThan(100);
});
