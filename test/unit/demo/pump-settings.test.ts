import { prepareBatch } from '../../support/prepare-batch';
import { dataSetFor } from '../../../src/demo/data-sets';
import { demoPeople } from '../../../src/demo/people';
import { pumpSettingsRecord } from '../../../src/demo/pump-settings';
import { demoRecords } from '../../../src/demo/records';

const time = Date.UTC(2024, 2, 4);
const withPump = demoPeople.filter(({ devices }) => devices.pump);

describe('the settings of the pump of', () => {
  it.each(withPump.map((person) => [person.key, person] as const))('%s', (_, person) => {
    const record = pumpSettingsRecord(person, dataSetFor(person, 'pump'), { time, seed: 'demo' });
    // They are valid for upload without changes.
    const prepared = prepareBatch(JSON.parse(JSON.stringify([record])) as unknown);
    expect(prepared).not.toHaveProperty('findings');
    expect(prepared).toHaveProperty('records.length', 1);
    // They are what the pump has followed.
    const rates = new Set<unknown>();
    const options = { from: new Date(time), days: 2, seed: 'demo', batchSize: 1000 };
    for (const { records } of demoRecords(person, options))
      for (const { type, rate, deliveryType, suppressed } of records)
        if (type === 'basal')
          rates.add(deliveryType === 'scheduled' ? rate : (suppressed as { rate: number }).rate);
    const { Standard: schedule = [] } = record.basalSchedules as Record<string, { rate: number }[]>;
    const programmed = schedule.map(({ rate }) => rate);
    expect(rates.size).toBeGreaterThan(0);
    for (const rate of rates) expect(programmed).toContain(rate);
  });
});
