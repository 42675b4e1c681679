import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { accepted } from '../support/clinics';
import { mailsTo } from '../support/mails';
import { startServer } from '../support/server-process';
import { share } from '../support/shares';
import { waitFor } from '../support/wait-until';

const patientCount = 24;

it('patients of an account of the old kind move once each, however often the process is killed', async () => {
  const server = await startServer({ CLINIC_MIGRATION_DELAY: '0' });
  const { get, post, put } = api(server);
  const owner = await newAccount(server, { roles: ['clinic'] });
  const people: TestAccount[] = [];
  for (let index = 0; index < patientCount; index += 1) {
    const person = await newAccount(server);
    await share(server, person, owner, 'view');
    people.push(person);
  }
  const token = await newServerToken(server);
  const { id } = accepted(await post(`/v1/clinicians/${owner.userId}/migrate`, { token }));
  const path = `/v1/clinics/${id}`;
  const body = {
    name: 'A',
    address: 'A',
    city: 'A',
    postalCode: 'A',
    state: 'A',
    country: 'FR',
    clinicType: 'other',
    preferredBgUnits: 'mg/dL',
  };
  accepted(await put(path, { token: owner.token, body }));
  accepted(await post(`${path}/migrate`, { token: owner.token }));
  const moved = async (): Promise<number> => (await get(`${path}/patient_count`, { token })).body.total;
  for (const many of [1, 7, 15]) {
    await waitFor(`${many} patients`, async () => ((await moved()) >= many ? true : undefined));
    await server.kill();
    await server.start();
  }
  await waitFor('the end', async () => {
    const { body: migration } = await get(`${path}/migrations/${owner.userId}`, { token });
    return migration.status === 'COMPLETED' ? true : undefined;
  });
  expect(await moved()).toBe(patientCount);
  for (const { userId, email } of people) {
    const { status } = await get(`${path}/patients/${userId}`, { token });
    const shared = Object.keys(accepted(await get(`/access/${userId}`, { token })));
    expect([status, shared.includes(owner.userId)]).toEqual([200, false]);
    const mails = await waitFor(`a mail to ${email}`, async () => {
      const found = await mailsTo(server, email);
      return found.length > 0 ? found : undefined;
    });
    expect(mails[0]).toContain('You share your data with A now');
  }
  await server.close();
});
