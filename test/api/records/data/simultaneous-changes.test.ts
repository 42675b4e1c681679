import { sendWhile } from '../../../support/hang-up';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, smbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const deviceId = 'device';
const readOut = { deviceId, deduplicator: deduplicator('device.deactivate.hash') };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const statuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status).sort();

describe('concurrently,', () => {
  it('uploads to one data set are all stored', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const batches = times(8, (batch) => times(100, (index) => cbg({ time: at(batch * 100 + index) })));
    const answers = await Promise.all(batches.map((batch) => person.upload(dataSetId, batch)));
    expect(statuses(answers)).toEqual(times(8, () => 200));
    expect(await person.records('type=cbg')).toHaveLength(800);
  });

  it('the same batch twice replaces the same records', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    const batch = times(200, (index) =>
      cbg({ id: `${index}`.padStart(32, '0'), time: at(index), origin: { id: `${index}` } }),
    );
    const answers = await Promise.all(times(6, () => person.upload(dataSetId, batch)));
    expect(statuses(answers)).toEqual(times(6, () => 200));
    expect(await person.records('type=cbg')).toHaveLength(200);
  });

  it('the same batch twice is dropped once', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.drop.hash') });
    const batch = times(200, (index) => cbg({ time: at(index) }));
    await Promise.all(times(4, () => person.uploaded(dataSetId, batch)));
    expect(await person.records('type=cbg')).toHaveLength(200);
  });

  it('an upload that was acknowledged is shown by the close, all others are refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newPerson(server);
      const dataSetId = await person.opened();
      const uploads = times(6, (index) => person.upload(dataSetId, [cbg({ time: at(index) })]));
      const [closing, ...answers] = await Promise.all([person.close(dataSetId), ...uploads]);
      expect(closing.status).toBe(200);
      const stored = answers.flatMap(({ status }, index) => (status === 200 ? [at(index)] : []));
      expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
      expect((await person.records('type=cbg')).map(({ time }) => time)).toEqual(stored);
    }
  });

  it.each([
    ['closed', 409, (person: Person, id: string) => person.closed(id)],
    ['deleted', 404, (person: Person, id: string) => person.deleted(id)],
  ])('a batch whose data set is %s while it arrives is refused with %d', async (_what, status, change) => {
    const person = await newPerson(server);
    const dataSetId = await person.opened();
    const path = `/v1/data_sets/${dataSetId}/data`;
    const options = { token: person.token, body: [cbg()] };
    const answer = await sendWhile(server, path, options, () => change(person, dataSetId));
    expect(answer).toContain(` ${status} `);
    expect(await person.records('type=cbg')).toEqual([]);
  });

  it('one of several closes succeeds', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.opened(readOut);
    const answers = await Promise.all(times(6, () => person.close(dataSetId)));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('read-outs of one device that are closed leave each record visible once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newPerson(server);
      const batch = times(40, (index) => smbg({ deviceId, time: at(index) }));
      const dataSets = await Promise.all(times(4, () => person.opened(readOut)));
      for (const dataSetId of dataSets) await person.uploaded(dataSetId, batch);
      const answers = await Promise.all(dataSets.map((dataSetId) => person.close(dataSetId)));
      expect(statuses(answers)).toEqual([200, 200, 200, 200]);
      const shown = await person.records('type=smbg');
      expect(shown.map(({ time }) => time)).toEqual(batch.map(({ time }) => time));
      expect(new Set(shown.map(({ uploadId }) => uploadId)).size).toBe(1);
    }
  });

  it('a reader sees a replaced batch before or after, never in between', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    const batch = (value: number) =>
      times(1_500, (index) => cbg({ value, time: at(index), origin: { id: `${index}` } }));
    await person.uploaded(dataSetId, batch(1));
    let isReplacing = true;
    const replacing = (async () => {
      for (const value of [2, 3, 4, 5, 6]) await person.uploaded(dataSetId, batch(value));
      isReplacing = false;
    })();
    let answers = 0;
    while (isReplacing) {
      const records = await person.records('type=cbg');
      expect(records).toHaveLength(1_500);
      expect(new Set(records.map(({ value }) => value)).size).toBe(1);
      answers += 1;
    }
    await replacing;
    expect(answers).toBeGreaterThan(0);
  });

  it('a reader sees a read-out displaced before or after, never in between', async () => {
    const person = await newPerson(server);
    const batch = times(1_000, (index) => bolus({ deviceId, time: at(index) }));
    const upload = async () => {
      const dataSetId = await person.opened(readOut);
      await person.uploaded(dataSetId, batch);
      await person.closed(dataSetId);
    };
    await upload();
    let isReading = true;
    const uploading = (async () => {
      for (let round = 0; round < 3; round += 1) await upload();
      isReading = false;
    })();
    while (isReading) {
      const records = await person.records('type=bolus');
      expect(records).toHaveLength(1_000);
      expect(new Set(records.map(({ uploadId }) => uploadId)).size).toBe(1);
    }
    await uploading;
    expect(await person.dataSets()).toHaveLength(4);
  });
});
