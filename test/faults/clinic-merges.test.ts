import { setTimeout as pause } from 'node:timers/promises';
import { newServerToken } from '../support/accounts';
import { api } from '../support/api';
import { accepted, newClinic, newPatient } from '../support/clinics';
import { startServer } from '../support/server-process';

const patientCount = 30;

it('a killed merge has happened completely or not at all, and can be requested again', async () => {
  const server = await startServer();
  const { get, post } = api(server);
  const [source, target] = [await newClinic(server), await newClinic(server)];
  const token = await newServerToken(server);
  const { id: tag } = accepted(await post(`${source.path}/patient_tags`, { token, body: { name: 'T' } }));
  for (let index = 0; index < patientCount; index += 1) await newPatient(server, source, { tags: [tag] });
  const body = { sourceId: source.id };
  const countOf = async (path: string): Promise<number | undefined> =>
    (await get(`${path}/patient_count`, { token })).body.total;
  for (const delay of [0, 5, 10, 20]) {
    const asked = post(`${target.path}/merge`, { token, body }).catch(() => undefined);
    await pause(delay);
    await server.kill();
    await asked;
    await server.start();
    const counts = [await countOf(source.path), await countOf(target.path)];
    expect([
      [patientCount, 0],
      [undefined, patientCount],
    ]).toContainEqual(counts);
  }
  expect([200, 404]).toContain((await post(`${target.path}/merge`, { token, body })).status);
  expect((await get(source.path, { token })).status).toBe(404);
  expect(await countOf(target.path)).toBe(patientCount);
  const { body: found } = await get(`${target.path}/patients?limit=100`, { token });
  const { patientTags } = accepted(await get(target.path, { token }));
  expect(found.data.every(({ tags }: { tags: string[] }) => tags[0] === patientTags[0].id)).toBe(true);
  await server.close();
});
