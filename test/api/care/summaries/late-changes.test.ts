import { newPerson, type Person } from '../../../support/person';
import type { SentRecord } from '../../../support/records';
import { expectMadeOf, summaryTypes } from '../../../support/same-summaries';
import { serverUnderTest } from '../../../support/server';
import {
  day,
  hour,
  minute,
  reading,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';

const server = serverUnderTest();

/** Readings of a sensor and of a meter. */
const measured = (time: number, value: number, origin?: string): SentRecord[] => {
  const fields = origin === undefined ? {} : { origin: { id: origin } };
  return [reading(time, value, fields), reading(time + minute, value + 1, { ...fields, type: 'smbg' })];
};

const dayStart = (time: number): number => Math.floor(time / day) * day;

let person: Person;
beforeEach(async () => {
  person = await newPerson(server);
});

const calculate = async (): Promise<void> => {
  for (const type of summaryTypes) await recomputed(server, person, type);
};

describe('a summary is that of the records that are left', () => {
  it('when its days move on with the newest record, and back when that is deleted', async () => {
    const newest = recentHour();
    const earlier = measured(newest - 40 * day, 6);
    const old = [...measured(newest - 95 * day, 18), ...measured(newest - 97 * day, 19)];
    // The first hours that are kept while the newest record is there.
    const atBorder = [60, 91].flatMap((days) => measured(dayStart(newest - days * day), 9));
    const last = measured(newest, 4);

    await uploadedReadings(person, earlier);
    const oldSet = await uploadedReadings(person, old.slice(0, 2));
    await calculate();
    await expectMadeOf(server, person, [...earlier, ...old.slice(0, 2)]);
    const lastSet = await uploadedReadings(person, last);
    await person.uploaded(oldSet, old.slice(2));
    await expectMadeOf(server, person, [...earlier, ...old, ...last]);
    await uploadedReadings(person, atBorder);
    await expectMadeOf(server, person, [...earlier, ...old, ...last, ...atBorder]);
    await person.deleted(lastSet);
    await expectMadeOf(server, person, [...earlier, ...old, ...atBorder]);
    // What was kept of days that are not kept any more does not come back with them.
    const again = await uploadedReadings(person, [...last, ...measured(newest - 96 * day, 17)]);
    await calculate();
    for (const dataSetId of [oldSet, again]) await person.deleted(dataSetId);
    await expectMadeOf(server, person, [...earlier, ...atBorder]);
    const more = measured(newest - 41 * day, 7);
    await uploadedReadings(person, more);
    await expectMadeOf(server, person, [...earlier, ...atBorder, ...more]);
  });

  it('when several uploads bring records of the same hours before it is calculated', async () => {
    const start = recentHour() - 5 * hour;
    const sent = [0, 15, 20, 70].map((minutes) => measured(start + minutes * minute, 5 + minutes / 10));
    for (const records of sent) {
      await uploadedReadings(person, records);
      await uploadedReadings(
        person,
        records.map((record) => ({ ...record, deviceId: 'Second' })),
      );
      if (records === sent[0]) await calculate();
    }
    const twice = sent.flat().flatMap((record) => [record, { ...record, deviceId: 'Second' }]);
    await expectMadeOf(server, person, twice);
  });

  it('when hours are added between others of a day, in the same calculation and later', async () => {
    const start = dayStart(Date.now()) - 4 * day;
    const sent = [8, 12, 35].flatMap((hours) => measured(start + hours * hour, hours / 3));
    const ranges = [9, 11, 12].map((hours) => ({ from: start + 9 * hour, to: start + hours * hour }));
    await uploadedReadings(person, sent);
    await calculate();
    for (const hours of [10, 33, -40]) {
      const late = measured(start + hours * hour, 8);
      await uploadedReadings(person, late);
      sent.push(...late);
      await expectMadeOf(server, person, sent, ranges);
    }
  });

  it('when some hours of many days change at once', async () => {
    const start = dayStart(Date.now()) - 75 * day;
    const days = Array.from({ length: 72 }, (_, index) => index);
    const daily = (hours: number, of = days) =>
      of.flatMap((number) => measured(start + number * day + hours * hour, 4 + (number % 9), `${number}`));
    const ranges = [0, 25, 50].map((from) => ({ from: start + from * day, to: start + (from + 25) * day }));
    await uploadedReadings(person, daily(3));
    const evenings = await uploadedReadings(person, daily(20));
    await expectMadeOf(server, person, [...daily(3), ...daily(20)], ranges);

    const some = daily(12, [1, 20, 45, 71]);
    await uploadedReadings(person, some);
    await person.deleteData(evenings, [{ origin: { id: '5' } }, { origin: { id: '50' } }]);
    const left = days.filter((number) => number !== 5 && number !== 50);
    await expectMadeOf(server, person, [...daily(3), ...daily(20, left), ...some], ranges);
    await uploadedReadings(person, daily(15));
    await expectMadeOf(server, person, [...daily(3), ...daily(20, left), ...some, ...daily(15)], ranges);
    await person.deleted(evenings);
    await expectMadeOf(server, person, [...daily(3), ...some, ...daily(15)], ranges);
  });

  it('when all of a day is deleted, between other days', async () => {
    const newest = recentHour();
    const left = [0, 9].flatMap((days) => measured(newest - days * day, 6));
    await uploadedReadings(person, left);
    const dataSetId = await uploadedReadings(person, measured(newest - 4 * day, 15));
    await calculate();
    await person.deleted(dataSetId);
    await expectMadeOf(server, person, left);
    const more = measured(newest - 7 * day, 8);
    await uploadedReadings(person, more);
    const range = { from: newest - 10 * day, to: newest + hour };
    await expectMadeOf(server, person, [...left, ...more], [range]);
  });

  it('when others of its hours are deleted, which are kept as archived', async () => {
    const newest = recentHour() - 3 * hour + 30 * minute;
    const deduplicator = { name: 'org.tidepool.deduplicator.dataset.delete.origin' };
    const sets = [await person.openedContinuous({ deduplicator }), await person.openedContinuous()];
    const left = [0, 2 * hour, 60 * day + 5 * minute].flatMap((age) => measured(newest - age, 6));
    const archived = [-2 * hour, -minute * 10, hour, 3 * day, 60 * day - 10 * minute];
    await person.uploaded(
      sets[0] as string,
      archived.flatMap((age) => measured(newest - age, 12, 'archived')),
    );
    await person.uploaded(sets[1] as string, left);
    await calculate();
    await person.deleteData(sets[0] as string, [{ origin: { id: 'archived' } }]);
    const range = { from: newest - 5 * day, to: newest + day };
    await expectMadeOf(server, person, left, [range]);
    const more = measured(newest - 3 * day - hour, 8);
    await uploadedReadings(person, more);
    await expectMadeOf(server, person, [...left, ...more], [range]);
  });
});
