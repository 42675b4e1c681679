import { announcement, legacyBasal, legacyBolus, legacyCbg } from '../../../../support/legacy-records';
import { newPerson } from '../../../../support/person';
import { at } from '../../../../support/records';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('concurrent legacy uploads', () => {
  it('of the same records store them once; all except one report duplicates', async () => {
    const person = await newPerson(server);
    const batch = [announcement(), ...times(200, (index) => legacyCbg({ time: at(index) }))];
    const answers = await Promise.all(times(6, () => person.uploadedLegacy(batch)));
    expect(answers.filter((duplicates) => duplicates.length === 0)).toHaveLength(1);
    expect(answers.filter((duplicates) => duplicates.length === batch.length)).toHaveLength(5);
    expect(await person.records('type=cbg')).toHaveLength(200);
    expect(await person.dataSets()).toHaveLength(1);
  });

  it('that overlap store each record once', async () => {
    const person = await newPerson(server);
    const batches = times(6, (batch) => times(100, (index) => legacyCbg({ time: at(batch * 50 + index) })));
    const duplicates = (await Promise.all(batches.map((batch) => person.uploadedLegacy(batch)))).flat();
    expect(await person.records('type=cbg')).toHaveLength(350);
    expect(duplicates).toHaveLength(250);
  });

  it('that change one record have the result of some order', async () => {
    const person = await newPerson(server);
    const planned = legacyBolus({ normal: 10, id: 'planned' });
    await person.uploadedLegacy([planned]);
    const amounts = times(6, (index) => index);
    await Promise.all(
      amounts.map((normal) =>
        person.uploadedLegacy([legacyBolus({ normal, time: at(1), previous: 'planned' })]),
      ),
    );
    const [{ normal, expectedNormal }, ...others] = await person.records();
    expect(others).toEqual([]);
    expect(amounts).toContain(normal);
    expect([...amounts, 10]).toContain(expectedNormal);
    expect(normal).not.toBe(expectedNormal);
  });

  it('of one series of basals end each of them at most once', async () => {
    const person = await newPerson(server);
    const [one, other] = [0, 1].map((shift) =>
      times(50, (index) => legacyBasal({ time: at(20 * index + 10 * shift), id: `${index}-${shift}` })),
    );
    await Promise.all([person.uploadedLegacy(one), person.uploadedLegacy(other)]);
    const records = await person.records();
    expect(records).toHaveLength(100);
    const ended = records.filter(({ annotations }) => annotations !== undefined);
    expect([49, 50]).toContain(ended.length);
    expect(ended.every(({ annotations }) => annotations.length === 1)).toBe(true);
  });

  it('and a deletion of all data leave a whole batch or nothing', async () => {
    for (const _round of times(5, () => null)) {
      const person = await newPerson(server);
      const batch = [announcement(), ...times(100, (index) => legacyCbg({ time: at(index) }))];
      await person.uploadedLegacy(batch.slice(0, 50));
      const [duplicates] = await Promise.all([person.uploadedLegacy(batch), person.deletedAll()]);
      const left = await person.records('type=cbg');
      expect([0, 100, 51]).toContain(left.length);
      if (left.length === 100) expect(duplicates).toEqual([]);
    }
  });
});
