import { randomUUID } from 'node:crypto';
import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { changeAfterSteps, changeBetweenSteps } from '../../../support/read-steps';
import { expectMadeOf } from '../../../support/same-summaries';
import { day, getSummary, hour, reading, recomputed, uploadedReadings } from '../../../support/summaries';
import { pauseSummaries } from '../../../support/summary-tasks';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
  await pauseSummaries(own.server);
});
afterAll(() => own.close());

/** All but one are on one day, because a day is stored as a whole. */
const start = Math.floor(Date.now() / day) * day - 2 * day;
const earlier = [reading(start - 2 * day, 7), reading(start + 10 * hour, 6)];
const later = [reading(start + 8 * hour, 12), reading(start + 12 * hour, 9)];
const more = [reading(start - 4 * day, 5)];

const calculating = ({ userId, token }: Person) =>
  api(own.server).post(`/v1/summaries/cgm/${userId}`, { token });

type Stored = ReturnType<typeof reading>[];

/** Calculates a summary, and has something happen after it has read what is kept, and before it reads records. */
async function calculatedWhile(person: Person, change: () => Promise<unknown>): Promise<void> {
  const meanwhile = changeBetweenSteps(own.database, 2, change);
  try {
    await recomputed(own.server, person);
    expect(meanwhile).toHaveBeenCalled();
  } finally {
    meanwhile.mockRestore();
  }
}

it('a calculation that another one overtakes begins again', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, earlier.slice(0, 1));
  await recomputed(own.server, person);
  const dataSetId = await uploadedReadings(person, earlier.slice(1));
  let again = '';
  await calculatedWhile(person, async () => {
    again = await uploadedReadings(person, later);
    await recomputed(own.server, person);
  });
  await expectMadeOf(own.server, person, [...earlier, ...later]);
  await uploadedReadings(person, more);
  await expectMadeOf(own.server, person, [...earlier, ...later, ...more]);

  await person.deleted(dataSetId);
  await calculatedWhile(person, async () => {
    await person.deleted(again);
    await recomputed(own.server, person);
  });
  await expectMadeOf(own.server, person, [...earlier.slice(0, 1), ...more]);
});

describe('a first calculation begins again when another one has overtaken it', () => {
  const overtakes: [string, Stored, (person: Person, dataSetIds: string[]) => Promise<unknown>][] = [
    ['with the same records', [...earlier, ...later], () => Promise.resolve()],
    ['with more records', [...earlier, ...later, ...more], (person) => uploadedReadings(person, more)],
    ['with fewer records', later, (person, [first = '']) => person.deleted(first)],
    [
      'without any record',
      [],
      (person, dataSetIds) => Promise.all(dataSetIds.map((id) => person.deleted(id))),
    ],
  ];
  it.each(overtakes)('%s', async (_, left, change) => {
    const person = await newPerson(own.server);
    const dataSetIds = [await uploadedReadings(person, earlier), await uploadedReadings(person, later)];
    const meanwhile = changeAfterSteps(own.database, async () => {
      await change(person, dataSetIds);
      await calculating(person);
    });
    await calculating(person);
    expect(meanwhile).toHaveBeenCalled();
    meanwhile.mockRestore();
    await expectMadeOf(own.server, person, left);
  });
});

const forgetMarks = ({ userId }: Person) =>
  own.database.transaction((manager) =>
    manager.query('DELETE FROM glucose_changes WHERE user_id = ?', [userId]),
  );

it('a first calculation notices another one even if no change is marked', async () => {
  const person = await newPerson(own.server);
  const dataSetId = await uploadedReadings(person, earlier);
  await forgetMarks(person);
  const meanwhile = changeAfterSteps(own.database, async () => {
    await person.deleted(dataSetId);
    await calculating(person);
  });
  await calculating(person);
  expect(meanwhile).toHaveBeenCalled();
  meanwhile.mockRestore();
  await expectMadeOf(own.server, person, []);
});

it('a first calculation begins again when an earlier release has begun one', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, earlier);
  const meanwhile = changeAfterSteps(own.database, () =>
    own.database.transaction((manager) =>
      manager.query(
        "INSERT INTO summaries (user_id, summary_type, version, schema_version) VALUES (?, 'cgm', ?, 7)",
        [person.userId, randomUUID()],
      ),
    ),
  );
  const { body } = await calculating(person);
  expect(body.dates.lastUpdatedReason).toEqual(['DATA_ADDED']);
  expect(meanwhile).toHaveBeenCalled();
  meanwhile.mockRestore();
  await expectMadeOf(own.server, person, earlier);
});

it('a calculation without records left begins again when another one has found some', async () => {
  const person = await newPerson(own.server);
  const dataSetId = await uploadedReadings(person, earlier);
  await recomputed(own.server, person);
  await person.deleted(dataSetId);
  await calculatedWhile(person, async () => {
    await uploadedReadings(person, later);
    await recomputed(own.server, person);
  });
  await uploadedReadings(person, more);
  await expectMadeOf(own.server, person, [...later, ...more]);
});

it('a calculation is given up when others overtake it again and again', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, earlier.slice(0, 1));
  await recomputed(own.server, person);
  await uploadedReadings(person, earlier.slice(1));
  const overtake = () =>
    own.database.transaction((manager) =>
      manager.query('UPDATE summaries SET version = ? WHERE user_id = ?', [randomUUID(), person.userId]),
    );
  const overtaking = changeBetweenSteps(own.database, 1, overtake, 'all');
  const { status, headers } = await calculating(person);
  overtaking.mockRestore();
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '5' });
  await expectMadeOf(own.server, person, earlier);
});

it('a calculation that fails is not repeated, and leaves the summary outdated', async () => {
  const person = await newPerson(own.server);
  await uploadedReadings(person, earlier);
  const failing = changeBetweenSteps(own.database, 1, () => Promise.reject(new Error('a fault')));
  expect((await calculating(person)).status).toBe(500);
  failing.mockRestore();
  expect((await getSummary(own.server, person)).body.dates.outdatedReason).toEqual(['DATA_ADDED']);
  await expectMadeOf(own.server, person, earlier);
});
