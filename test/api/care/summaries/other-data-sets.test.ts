import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { day, reading, readings, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

it('the newest record of a continuous data set is found behind thousands of others', async () => {
  const person = await newPerson(server);
  const time = recentHour() - 20 * day;
  await uploadedReadings(person, [reading(time)]);
  const normal = await person.opened({});
  await person.uploaded(normal, readings(time + 1, 5_001));
  await person.closed(normal);
  const { dates, periods } = await recomputed(server, person, 'con');
  expect(dates).toMatchObject({
    firstData: new Date(time).toISOString(),
    lastData: new Date(time).toISOString(),
  });
  expect(periods['30d'].total.records).toBe(1);
});
