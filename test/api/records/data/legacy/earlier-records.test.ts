import {
  legacyBasal,
  legacyBolus,
  legacyCbg,
  resumption,
  suspension,
} from '../../../../support/legacy-records';
import { newPerson, type Person } from '../../../../support/person';
import { at } from '../../../../support/records';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();

const minute = 60_000;

/**
 * Sends batches one after another, then all of them again, and returns what readers get; the second round changes
 * nothing.
 */
async function afterBatches(person: Person, ...batches: object[][]) {
  for (const batch of batches) await person.uploadedLegacy(batch);
  const records = await person.records();
  for (const batch of batches) expect(await person.uploadedLegacy(batch)).toEqual([...batch.keys()]);
  expect(await person.records()).toEqual(records);
  return records;
}

const durations = (records: { duration: number; expectedDuration?: number }[]) =>
  records.map(({ duration, expectedDuration }) => [duration, expectedDuration]);

describe('a basal with a predecessor', () => {
  const first = legacyBasal();
  const second = legacyBasal({ time: at(20) });

  it('cuts it off where it starts', async () => {
    const person = await newPerson(server);
    const records = await afterBatches(person, [first], [{ ...second, previous: first }]);
    expect(durations(records)).toEqual([
      [20 * minute, 60 * minute],
      [60 * minute, undefined],
    ]);
    expect(records.map(({ annotations, previous }) => [annotations, previous])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('may name it by its id, in the same batch too', async () => {
    const person = await newPerson(server);
    const records = await afterBatches(person, [
      { ...first, id: 'first' },
      { ...second, previous: 'first' },
    ]);
    expect(durations(records)[0]).toEqual([20 * minute, 60 * minute]);
  });

  it('never makes it longer', async () => {
    const person = await newPerson(server);
    const later = legacyBasal({ time: at(90), previous: first });
    expect(durations(await afterBatches(person, [first], [later]))[0]).toEqual([60 * minute, undefined]);
  });

  it('does not change one that ends where it starts', async () => {
    const person = await newPerson(server);
    const next = legacyBasal({ time: at(60), previous: first });
    expect(durations(await afterBatches(person, [first], [next]))).toEqual([
      [60 * minute, undefined],
      [60 * minute, undefined],
    ]);
  });

  it('that started before it stays unchanged', async () => {
    const person = await newPerson(server);
    const [before] = await afterBatches(
      person,
      [{ ...first, id: 'first' }],
      [legacyBasal({ time: at(-1), previous: 'first' })],
    );
    expect(durations(await person.records())).toEqual([
      [60 * minute, undefined],
      [60 * minute, undefined],
    ]);
    expect(before.time).toBe(at(-1));
  });

  it('at the same time ends the other one there', async () => {
    const person = await newPerson(server);
    const next = legacyBasal({ previous: 'first', id: 'next' });
    const records = await afterBatches(person, [{ ...first, id: 'first' }], [next]);
    const [ended] = records.filter(({ id }) => id === 'first');
    expect([ended.duration, ended.expectedDuration]).toEqual([0, 60 * minute]);
  });

  it('ends one that was inferred from the schedule, wherever it starts', async () => {
    const person = await newPerson(server);
    const annotations = [{ code: 'final-basal/fabricated-from-schedule' }, { code: 'other' }];
    const later = legacyBasal({ time: at(90), previous: first });
    const [ended] = await afterBatches(person, [{ ...first, annotations }], [later]);
    expect([ended.duration, ended.expectedDuration]).toEqual([90 * minute, undefined]);
    expect(ended.annotations).toEqual([{ code: 'other' }]);
  });

  it('that it does not name finds the latest one of its device, with an annotation', async () => {
    const person = await newPerson(server);
    const [foreign, otherSource] = [
      legacyBasal({ deviceId: 'another', time: at(10) }),
      legacyBasal({ source: 'carelink', time: at(15), id: 'z' }),
    ];
    await person.uploadedLegacy([legacyBasal({ time: at(-120), id: 'far' }), first, foreign, otherSource]);
    await person.uploadedLegacy([{ ...second, id: 'next' }]);
    const annotations = (id: string, records: { id: string; annotations?: object[] }[]) =>
      records.find((record) => record.id === id)?.annotations;
    const records = await person.records('carelink=true');
    const [firstId] = records
      .filter(({ time, deviceId }) => time === at(0) && deviceId === 'pump')
      .map(({ id }) => id);
    expect(annotations(firstId, records)).toEqual([{ code: 'basal/mismatched-series', nextId: 'next' }]);
    expect(annotations('far', records)).toEqual([{ code: 'basal/mismatched-series', nextId: firstId }]);
    expect(annotations('z', records)).toBeUndefined();
    expect(records.find(({ id }) => id === firstId).duration).toBe(20 * minute);
    expect(records.find(({ deviceId }) => deviceId === 'another').annotations).toBeUndefined();
  });

  it('gets only one annotation there', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy([first]);
    await person.uploadedLegacy([{ ...second, id: 'one' }]);
    await person.uploadedLegacy([legacyBasal({ time: at(10), id: 'other' })]);
    const [ended] = await person.records();
    expect(ended.annotations).toEqual([{ code: 'basal/mismatched-series', nextId: 'one' }]);
    expect(ended.duration).toBe(20 * minute);
  });

  it('in one batch follows those before it, in batch order', async () => {
    const person = await newPerson(server);
    const batch = [0, 10, 20, 30].map((start) => legacyBasal({ time: at(start), id: `b${start}` }));
    const records = await afterBatches(person, batch);
    expect(durations(records).map(([duration]) => duration)).toEqual(
      [10, 10, 10, 60].map((each) => each * minute),
    );
  });

  it('of a temporary rate by factor gets its rate', async () => {
    const person = await newPerson(server);
    const suppressed = { type: 'basal', deliveryType: 'scheduled', rate: 0.8 };
    const temporary = legacyBasal({ deliveryType: 'temp', rate: undefined, percent: 0.5, suppressed });
    await person.uploadedLegacy([temporary]);
    expect((await person.records())[0]).toMatchObject({ rate: 0.4, percent: 0.5, suppressed });
  });
});

describe('a bolus that reports how the previous one ended', () => {
  it('is merged into it', async () => {
    const person = await newPerson(server);
    const planned = legacyBolus({ normal: 5 });
    const records = await afterBatches(
      person,
      [planned],
      [legacyBolus({ normal: 3, time: at(1), previous: planned })],
    );
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ normal: 3, expectedNormal: 5, time: at(0) });
  });

  it('is merged into an extended one', async () => {
    const person = await newPerson(server);
    const square = { subType: 'square', normal: undefined, extended: 4, duration: 60 * minute };
    const planned = legacyBolus({ ...square, id: 'planned' });
    const ended = legacyBolus({
      ...square,
      extended: 2,
      duration: 30 * minute,
      time: at(1),
      previous: 'planned',
    });
    const records = await afterBatches(person, [planned], [ended]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...{ extended: 2, expectedExtended: 4 },
      ...{ duration: 30 * minute, expectedDuration: 60 * minute },
    });
  });

  it('is a separate record if there is no previous one', async () => {
    const person = await newPerson(server);
    const records = await afterBatches(person, [legacyBolus({ previous: legacyBolus({ time: at(-9) }) })]);
    expect(records).toHaveLength(1);
    expect(records[0].previous).toBeUndefined();
  });
});

describe('a change of delivery', () => {
  it('that resumes is merged into the suspension', async () => {
    const person = await newPerson(server);
    const stop = suspension({ payload: { a: 1 } });
    const on = resumption({ time: at(15), payload: { b: 2 }, previous: stop });
    const records = await afterBatches(person, [stop], [on]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...{ status: 'suspended', duration: 15 * minute },
      reason: { suspended: 'manual', resumed: 'automatic' },
      payload: { suspended: { a: 1 }, resumed: { b: 2 } },
    });
    expect(records[0].annotations).toBeUndefined();
  });

  it('is annotated while the other half is unknown', async () => {
    const person = await newPerson(server);
    const records = await afterBatches(person, [
      suspension(),
      resumption({ time: at(5) }),
      suspension({ time: at(10), previous: 'nobody' }),
    ]);
    expect(records.map(({ annotations }) => annotations)).toEqual([
      [{ code: 'status/incomplete-tuple' }],
      [{ code: 'status/unknown-previous' }],
      [{ code: 'status/unknown-previous', id: 'nobody' }],
    ]);
  });

  it('that suspends again ends the suspension before it', async () => {
    const person = await newPerson(server);
    const records = await afterBatches(
      person,
      [suspension()],
      [suspension({ time: at(7), previous: suspension() })],
    );
    expect(records[0].duration).toBe(7 * minute);
    expect(records.map(({ annotations }) => annotations)).toEqual([
      undefined,
      [{ code: 'status/incomplete-tuple' }],
    ]);
  });
});

describe('a record that contains another one', () => {
  it('keeps only its id, for a bolus or a change of delivery', async () => {
    const person = await newPerson(server);
    const [bolus, stop] = [legacyBolus(), suspension({ time: at(1) })];
    const records = await afterBatches(person, [
      bolus,
      stop,
      legacyCbg({ type: 'wizard', units: 'mg/dL', bolus, time: at(2) }),
      legacyCbg({ type: 'deviceEvent', subType: 'alarm', alarmType: 'other', status: stop, time: at(3) }),
      legacyCbg({ type: 'deviceEvent', subType: 'reservoirChange', status: 'by-id', time: at(4) }),
    ]);
    expect(records[2].bolus).toBe(records[0].id);
    expect(records[3].status).toBe(records[1].id);
    expect(records[4].status).toBe('by-id');
  });

  it('may be a note, which then has the time of that record', async () => {
    const person = await newPerson(server);
    const note = legacyCbg({ type: 'note', text: 'high!', creatorId: 'me', time: at(30), units: undefined });
    const records = await afterBatches(
      person,
      [legacyBolus()],
      [
        { ...note, reference: legacyBolus() },
        { ...note, text: 'alone' },
        { ...note, text: 'shown', reference: legacyBolus(), displayTime: at(3) },
      ],
    );
    const notes = records.filter(({ type }) => type === 'note');
    expect(notes.map(({ text, time, displayTime }) => [text, time, displayTime]).sort()).toEqual([
      ['alone', at(30), undefined],
      ['high!', at(0), at(30)],
      ['shown', at(0), at(3)],
    ]);
    expect(notes.find(({ text }) => text === 'high!').reference).toBe(
      records.find(({ type }) => type === 'bolus').id,
    );
    const unknown = await person.uploadLegacy([
      legacyCbg({ time: at(99) }),
      { ...note, reference: 'nobody' },
    ]);
    expect([unknown.status, unknown.body.dataIndex]).toEqual([400, 1]);
    expect(unknown.body.errors[0].source).toEqual({ pointer: '/1/reference' });
    expect(await person.records()).toEqual(records);
  });

  it('is one note if it says the same about the record again', async () => {
    const person = await newPerson(server);
    const note = { type: 'note', text: 'ate', creatorId: 'me', units: undefined, reference: legacyCbg() };
    const [early, late] = [legacyCbg({ ...note, time: at(10) }), legacyCbg({ ...note, time: at(20) })];
    await person.uploadedLegacy(legacyCbg());
    expect(await person.uploadedLegacy(early)).toEqual([]);
    expect(await person.uploadedLegacy(late)).toEqual([0]);
    expect(await person.uploadedLegacy([{ ...late, text: 'drank' }, early])).toEqual([1]);
    const notes = await person.records('type=note');
    expect(notes.map(({ text, time, displayTime }) => [text, time, displayTime]).sort()).toEqual([
      ['ate', at(0), at(10)],
      ['drank', at(0), at(20)],
    ]);
  });
});
