import { deduplicator, newPerson } from '../../../support/person';
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

it('a read-out that displaces readings of a continuous data set no longer lets them count', async () => {
  const person = await newPerson(server);
  const deviceId = 'sensor';
  const ofDevice = { deviceId, deduplicator: deduplicator('device.deactivate.hash') };
  const records = readings(recentHour() - 2 * day, 48).map((each) => ({ ...each, deviceId }));
  const counted = async () => {
    const { periods } = await recomputed(server, person, 'con');
    return periods?.['7d'].total.records ?? 0;
  };
  const continuous = await person.openedContinuous(ofDevice);
  await person.uploaded(continuous, records);
  expect(await counted()).toBe(48);
  const readOut = await person.opened(ofDevice);
  await person.uploaded(readOut, records.slice(8));
  await person.closed(readOut);
  expect(await person.records(`type=cbg&uploadId=${continuous}`)).toHaveLength(8);
  expect(await counted()).toBe(8);
  await person.deleted(readOut);
  expect(await counted()).toBe(48);
});
