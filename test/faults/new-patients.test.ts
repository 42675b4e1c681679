import { setTimeout as pause } from 'node:timers/promises';
import { newServerToken } from '../support/accounts';
import { api } from '../support/api';
import { accepted, newClinic, patientFields } from '../support/clinics';
import { mailsTo } from '../support/mails';
import { startServer } from '../support/server-process';
import { waitForTakeover } from '../support/wait-until';

/** Milliseconds from the request to the kill: before, within and after the transaction. */
const delays = [0, 8, 15, 30];

it('a patient whose clinic is killed half-way exists with account, profile, permissions and mail, or not at all', async () => {
  const server = await startServer();
  const { get, post, put } = api(server);
  const clinic = await newClinic(server);
  const token = await newServerToken(server);
  const as = { token: clinic.admin.token };
  const [tag, site] = [
    accepted(await post(`${clinic.path}/patient_tags`, { ...as, body: { name: 'T' } })).id,
    accepted(await post(`${clinic.path}/sites`, { ...as, body: { name: 'S' } })).id,
  ];
  for (const [round, delay] of delays.entries()) {
    const email = `patient-${round}@example.org`;
    const body = { ...patientFields, email, mrn: `${round}`, tags: [tag], sites: [{ id: site }] };
    const asked = post(`${clinic.path}/patients`, { ...as, body }).catch(() => undefined);
    await pause(delay);
    await server.kill();
    const answer = await asked;
    await server.start();
    const { data } = accepted(await get(`${clinic.path}/patients?search=${email}`, as));
    // Acknowledged changes were made.
    if (answer)
      expect([answer.status, data.map(({ id }: { id: string }) => id)]).toEqual([200, [answer.body.id]]);
    const again = await post(`${clinic.path}/patients`, { ...as, body });
    expect(again.status).toBe(data.length === 1 ? 409 : 200);
    const { id } = data[0] ?? again.body;
    expect((await get(`/auth/user/${id}`, { token })).body).toMatchObject({ username: email });
    expect((await get(`/metadata/${id}/profile`, as)).body).toMatchObject({
      email,
      patient: { mrn: `${round}` },
    });
    expect((await get(`/data/${id}`, as)).status).toBe(200);
    expect((await get(`/confirm/signup/${id}`, { token })).body).toMatchObject({ clinicId: clinic.id });
    const patient = accepted(await get(`${clinic.path}/patients/${id}`, as));
    expect(patient).toMatchObject({ tags: [tag], sites: [{ id: site, name: 'S' }] });
    await waitForTakeover('the mail', async () => (await mailsTo(server, email))[0]);
    const { meta } = accepted(await get(`${clinic.path}/patients`, as));
    expect(meta.totalCount).toBe(round + 1);
    const renamed = { ...body, fullName: `Round ${round}` };
    accepted(await put(`${clinic.path}/patients/${id}`, { ...as, body: renamed }));
  }
}, 300_000);
