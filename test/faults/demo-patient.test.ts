import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { startServer } from '../support/server-process';

it('an account of a clinic may view the demo patient from its creation on, and no other account may', async () => {
  const before = await startServer();
  const patient = await newAccount(before);
  await before.stop();
  const server = await startServer({
    DATABASE_URL: `sqlite:${before.folder}/glycograph.db`,
    DEMO_PATIENT_ID: patient.userId,
  });
  const held = async (roles: string[]) => {
    const { userId, token } = await newAccount(server, { roles });
    return (await api(server).get(`/access/${patient.userId}/${userId}`, { token })).body;
  };
  expect(await held(['clinic'])).toEqual({ view: {} });
  expect(await held(['patient'])).not.toHaveProperty('view');
  await server.close();
  await before.close();
});
