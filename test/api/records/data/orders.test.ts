import type { Answer } from '../../../support/api';
import { api } from '../../../support/api';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, type SentRecord } from '../../../support/records';
import { runs } from '../../../support/runs';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const deviceId = 'device';

/**
 * A device read-out or phone uploads: overlapping batches of readings, and a bolus that was later sent in another form.
 */
const batch = (from: number): SentRecord[] => [
  ...[0, 1, 2, 3].map((index) =>
    cbg({ deviceId, time: at(from + index), origin: { id: `${from + index}` } }),
  ),
  bolus({ deviceId, time: at(9), normal: from + 1, origin: { id: 'bolus', time: at(from) } }),
];

interface Situation {
  person: Person;
  dataSetId: string;
}

type Action = (situation: Situation) => Promise<Answer>;

/** Concurrent actions of clients on a data set. */
const actions: Record<string, Action> = {
  'an upload': ({ person, dataSetId }) => person.upload(dataSetId, batch(0)),
  'another upload': ({ person, dataSetId }) => person.upload(dataSetId, batch(2)),
  'a close': ({ person, dataSetId }) => person.close(dataSetId),
  'a deletion of records': ({ person, dataSetId }) =>
    person.deleteData(dataSetId, [{ origin: { id: '2' } }, { origin: { id: 'bolus' } }]),
  'a deletion of the data set': ({ person, dataSetId }) =>
    api(server).delete(`/v1/data_sets/${dataSetId}`, { token: person.token }),
  'a deletion of all data': async ({ person }) => {
    await person.deletedAll();
    return { status: 200, headers: new Headers(), body: {}, text: '' };
  },
};

const pairs = Object.keys(actions).flatMap((one, index, all) =>
  all.slice(index).map((other) => [one, other] as const),
);

const kinds = [
  'none',
  'device.deactivate.hash',
  'dataset.delete.origin',
  'dataset.delete.origin.older',
  'dataset.drop.hash',
];

/** A data set with some records, next to one earlier read-out. */
async function prepare(name: string): Promise<Situation> {
  const person = await newPerson(server);
  const body = { deviceId, deduplicator: deduplicator(name) };
  const earlier = await person.opened(body);
  await person.uploaded(earlier, batch(1));
  await person.closed(earlier);
  const dataSetId = await person.opened({
    ...body,
    dataSetType: name.startsWith('dataset') ? 'continuous' : 'normal',
  });
  await person.uploaded(dataSetId, batch(1));
  return { person, dataSetId };
}

/** The final state that readers see, whatever ids were drawn. */
async function visible({ person, dataSetId }: Situation, answers: Answer[]): Promise<string> {
  const [records, dataSets] = [await person.records('type=cbg,bolus'), await person.dataSets('deleted=true')];
  return JSON.stringify({
    statuses: answers.map(({ status }) => status),
    records: records
      .map(({ uploadId, type, time, normal }) => [uploadId === dataSetId, type, time, normal].join(' '))
      .sort(),
    dataSets: dataSets.map(({ uploadId, deletedTime }) => [
      uploadId === dataSetId,
      deletedTime !== undefined,
    ]),
  });
}

async function inOrder(name: string, one: Action, other: Action, swapped: boolean): Promise<string> {
  const situation = await prepare(name);
  const first = await (swapped ? other : one)(situation);
  const second = await (swapped ? one : other)(situation);
  return visible(situation, swapped ? [second, first] : [first, second]);
}

async function atOnce(name: string, one: Action, other: Action): Promise<string> {
  const situation = await prepare(name);
  return visible(situation, await Promise.all([one(situation), other(situation)]));
}

/**
 * The pairs that are tried with a deduplicator: one in so many, beginning with another one for each, so that every pair is
 * tried with some. SQLite runs one transaction at a time, so fewer are enough there.
 */
const oneIn = runs(server.dialect === 'sqlite' ? 4 : 2, 1);
const pairsTried = (name: string) =>
  pairs.filter((_pair, index) => (index + kinds.indexOf(name)) % oneIn === 0);

describe.each(kinds)('in a data set with the deduplicator %s', (name) => {
  it.each(pairsTried(name))('%s and %s concurrently have the result of some order', async (first, second) => {
    const [one, other] = [actions[first], actions[second]] as [Action, Action];
    const orders = await Promise.all([false, true].map((swapped) => inOrder(name, one, other, swapped)));
    expect(orders).toContain(await atOnce(name, one, other));
  });

  it('a client that lost the response to an upload repeats it and changes nothing', async () => {
    const { person, dataSetId } = await prepare(name);
    const ofClient = batch(0).map((record, index) =>
      name === 'none' ? { ...record, id: `${index}`.padStart(32, '0') } : record,
    );
    await person.uploaded(dataSetId, ofClient);
    if (name.startsWith('device')) {
      await person.uploaded(dataSetId, ofClient);
      await person.closed(dataSetId);
      expect((await person.close(dataSetId)).status).toBe(409);
    }
    const withoutIds = async () =>
      (await person.records('type=cbg,bolus')).map(({ id: _id, ...record }) => JSON.stringify(record)).sort();
    const before = await withoutIds();
    if (!name.startsWith('device')) await person.uploaded(dataSetId, ofClient);
    expect(await withoutIds()).toEqual(before);
    const own = before.filter((text) => text.includes(dataSetId));
    expect(new Set(own).size).toBe(own.length);
  });
});
