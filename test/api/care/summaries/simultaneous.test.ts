import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import { changeBetweenSteps } from '../../../support/read-steps';
import { expectMadeOf } from '../../../support/same-summaries';
import { day, reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
});
afterAll(() => own.close());

const newest = recentHour();
const earlier = [reading(newest - 3 * day, 7), reading(newest, 6)];
const later = [reading(newest - 2 * day, 12), reading(newest - day, 9)];

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

  await person.deleted(dataSetId);
  await calculatedWhile(person, async () => {
    await person.deleted(again);
    await recomputed(own.server, person);
  });
  await expectMadeOf(own.server, person, earlier.slice(0, 1));
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
  const more = [reading(newest - 4 * day, 5)];
  await uploadedReadings(person, more);
  await expectMadeOf(own.server, person, [...later, ...more]);
});
