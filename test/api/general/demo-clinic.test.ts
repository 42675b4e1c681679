import 'reflect-metadata';
import { demoPassword } from '../../../src/demo/demo-accounts';
import { DemoLoader } from '../../../src/demo/load-demo';
import { demoEmail } from '../../../src/demo/person';
import { logIn, sessionToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';

let own: OwnApp;
let clinicId: string;
let patientIds: ReadonlyMap<string, string>;

beforeAll(async () => {
  own = await startOwnApp();
  const loader = new DemoLoader(own.database, own.app.services, () => undefined);
  await loader.openClinic();
  // The next run continues an interrupted one, without duplicates.
  ({ clinicId, patientIds } = await loader.openClinic());
});
afterAll(() => own.close());

/** The response to a demo account. */
async function ask(key: string, path: string): Promise<Json> {
  const token = sessionToken(await logIn(own.server, demoEmail(key), demoPassword));
  const { status, body, text } = await api(own.server).get(path.replace('@clinic', clinicId), { token });
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
  return body;
}

const doctor = 'miriam.oduya';
const patientsOfClinic = async (): Promise<Json[]> =>
  (await ask(doctor, '/v1/clinics/@clinic/patients?limit=100')).data;

describe('The demo clinic', () => {
  it('has messages with replies, by patients and staff', async () => {
    const { messages } = await ask(doctor, `/message/notes/${patientIds.get('amelie.dubois')}`);
    expect(messages).toHaveLength(2);
    const thread = await ask(doctor, `/message/thread/${messages[1].id}`);
    expect(thread.messages).toHaveLength(3);
    expect(new Set(thread.messages.map(({ userid }: Json) => userid)).size).toBe(2);
  });

  it('has open invitations: to a colleague, from patients to the clinic, between people', async () => {
    const clinicians: Json[] = await ask(doctor, '/v1/clinics/@clinic/clinicians');
    expect(clinicians.filter(({ inviteId }) => inviteId)).toHaveLength(1);
    const asked: Json[] = await ask(doctor, '/v1/clinics/@clinic/invites/patients');
    expect(asked.map(({ creator }) => creator.profile.fullName).sort()).toEqual(['Peter Novák', 'Yuki Mori']);
    const amelie = patientIds.get('amelie.dubois');
    expect(await ask('amelie.dubois', `/confirm/invite/${amelie}`)).toHaveLength(1);
    expect(await ask('amelie.dubois', `/confirm/invitations/${amelie}`)).toHaveLength(1);
  });

  it('has targets for risk groups, record numbers and reviews', async () => {
    const patients = await patientsOfClinic();
    const presets = patients.map(({ glycemicRanges }) => glycemicRanges?.preset).filter(Boolean);
    expect(presets.sort()).toEqual(['adaHighRisk', 'adaHighRisk', 'adaPregnancyType1']);
    expect(patients.filter(({ mrn }) => mrn)).toHaveLength(7);
    expect(patients.filter(({ reviews }) => reviews?.length > 0)).toHaveLength(3);
  });

  it('has patients who never started, with unclaimed accounts', async () => {
    const unclaimed = (await patientsOfClinic()).filter(({ permissions }) => permissions.custodian);
    expect(unclaimed.map(({ fullName }) => fullName).sort()).toEqual(['Oskar Lindgren', 'Priya Natarajan']);
  });

  it('has prescriptions', async () => {
    const prescriptions: Json[] = await ask(doctor, '/v1/clinics/@clinic/prescriptions');
    expect(prescriptions.map(({ state }) => state).sort()).toEqual(['draft', 'submitted']);
  });

  it('has relatives with alerts', async () => {
    const followed = patientIds.get('themba.nkosi');
    const { userid } = await ask('nomsa.nkosi', '/auth/user');
    const alerts = await ask('nomsa.nkosi', `/v1/users/${followed}/followers/${userid}/alerts`);
    expect(alerts).toMatchObject({ noCommunication: { enabled: true }, low: { enabled: true } });
  });
});
