import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { accessLog } from '../support/access-log';
import { api, type Json } from '../support/api';
import { accepted } from '../support/clinics';
import { migrationStatus, newLegacyClinic } from '../support/legacy-clinics';
import { mailsTo } from '../support/mails';
import { startServer } from '../support/server-process';
import { share } from '../support/shares';
import { waitForTakeover } from '../support/wait-until';

const patientCount = 16;

it('patients of a legacy account move once each, however often the process is killed', async () => {
  const server = await startServer({ CLINIC_MIGRATION_DELAY: '0' });
  const { get, post } = api(server);
  const clinic = await newLegacyClinic(server);
  const { owner, path } = clinic;
  const people: TestAccount[] = [];
  for (let index = 0; index < patientCount; index += 1) {
    const person = await newAccount(server);
    await share(server, person, owner, 'view');
    people.push(person);
  }
  const token = await newServerToken(server);
  accepted(await post(`${path}/migrate`, { token: owner.token }));
  const moved = async (): Promise<number> => (await get(`${path}/patient_count`, { token })).body.total;
  const comings = new Map<string, string>();
  const assertNobodyComesTwice = async (): Promise<void> => {
    const { data } = accepted(await get(`${path}/patients?limit=100`, { token }));
    for (const { id, createdTime } of data as Json[]) {
      expect(comings.get(id) ?? createdTime).toBe(createdTime);
      comings.set(id, createdTime);
    }
  };
  for (const many of [0, 5, patientCount]) {
    await waitForTakeover(`${many} patients`, async () => ((await moved()) >= many ? true : undefined));
    await server.kill();
    await server.start();
    await assertNobodyComesTwice();
  }
  await waitForTakeover('the end', async () =>
    (await migrationStatus(server, clinic)) === 'COMPLETED' ? true : undefined,
  );
  await assertNobodyComesTwice();
  expect(comings.size).toBe(patientCount);
  for (const { userId, email, token: own } of people) {
    expect(Object.keys(accepted(await get(`/access/${userId}`, { token })))).not.toContain(owner.userId);
    const changes = (await accessLog(server, userId, own)).flatMap(({ share: change }) => change ?? []);
    expect(changes.filter(({ clinicId }) => clinicId === clinic.id)).toMatchObject([
      { before: [], after: ['VIEW'] },
    ]);
    const mail = await waitForTakeover('the mail', async () => (await mailsTo(server, email))[0]);
    expect(mail).toContain('You share your data with Clinic of old now');
  }
  await server.close();
});
