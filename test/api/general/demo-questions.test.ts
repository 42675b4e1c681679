import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { demoPassword } from '../../../src/demo/demo-accounts';
import { DemoLoader } from '../../../src/demo/load-demo';
import { demoPeople } from '../../../src/demo/people';
import { demoEmail } from '../../../src/demo/person';
import { logIn, sessionToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { waitForBackground } from '../../support/wait-until';

/** The example queries for administrators, by name. */
const queries = new Map(
  ['docs/clinic-questions.md', 'docs/graph.md']
    .flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/```graphql\n(query (\w+)[^]*?)```/g)])
    .map(([, text = '', name = '']) => [name, text]),
);

/** A few people are enough, and load quickly; they include those of the queries. */
const people = demoPeople.filter(({ key }) =>
  ['amelie.dubois', 'saoirse.nibhriain', 'maya.goldberg', 'kofi.mensah', 'nikos.papadakis'].includes(key),
);

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

let own: OwnApp;
let token: string;
let clinicId: string;

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '0.2' });
  const loader = new DemoLoader(own.database, own.app.services, () => undefined);
  await loader.load({ people, days: 16 });
  await loader.goOn();
  token = sessionToken(await logIn(own.server, demoEmail('miriam.oduya'), demoPassword));
  const { me } = await ask('Clinics');
  clinicId = me.clinics.edges[0].node.clinicId;
}, 180_000);
afterAll(() => own.close());

/** Responses to the doctor, who is an administrator. */
async function ask(name: string, variables: Record<string, unknown> = {}): Promise<Json> {
  const { body } = await api(own.server).graph(queries.get(name) ?? '', { token, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** A list of the clinic once it is not empty. */
const something = (
  name: string,
  list: (clinic: Json) => Json[],
  variables: Record<string, unknown> = {},
): Promise<Json[]> =>
  waitForBackground(`an answer to ${name}`, async () => {
    const { clinic } = await ask(name, { clinicId, ...variables });
    const found = list(clinic);
    return found.length > 0 ? found : undefined;
  });

const patientsOf = ({ patients }: Json): Json[] => patients.edges.map(({ node }: Json) => node);
const namesOf = (nodes: Json[]): string[] => nodes.map(({ fullName }) => fullName).sort();

describe('In the demo, an administrator can query', () => {
  it('patients below 70 % time in range', async () => {
    const name = 'Νίκος Παπαδάκης';
    const found = await something('BelowTarget', (clinic) =>
      namesOf(patientsOf(clinic)).includes(name) ? patientsOf(clinic) : [],
    );
    for (const { summary } of found) expect(summary.periods[0].inTarget.share).toBeLessThan(0.7);
  });

  it('the same with one query that needs no id: names, last uploads and tags', async () => {
    const name = 'Νίκος Παπαδάκης';
    const found = await waitForBackground('patients below 70 %', async () => {
      const { me } = await ask('BelowSeventyPercent');
      const patients = patientsOf(me.clinics.edges[0].node.clinic);
      return namesOf(patients).includes(name) ? patients : undefined;
    });
    const shares = found.map(({ summary }) => summary.periods[0].inTarget.share as number);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(Math.max(...shares)).toBeLessThan(0.7);
    const nikos = found.find(({ fullName }) => fullName === name);
    expect(nikos?.summary.dates.lastUploadDate).toEqual(expect.any(String));
    expect(nikos?.tags.length).toBeGreaterThan(0);
  });

  it('patients who stopped uploading', async () => {
    const before = daysAgo(14);
    const found = await something(
      'StoppedUploading',
      (clinic) => (patientsOf(clinic).length > 1 ? patientsOf(clinic) : []),
      { before },
    );
    expect(namesOf(found)).toEqual(['Marlene Hoffmann', 'Themba Nkosi']);
  });

  it('patients who have not uploaded, or never did', async () => {
    const { clinic } = await ask('NotUploaded', { clinicId, before: daysAgo(14) });
    expect(namesOf(patientsOf(clinic))).not.toContain('Νίκος Παπαδάκης');
    const everybody = await ask('NotUploaded', { clinicId, before: daysAgo(-1) });
    expect(namesOf(patientsOf(everybody.clinic))).toContain('Νίκος Παπαδάκης');
  });

  it('statistics by tag', async () => {
    const groups = await something('ByTag', ({ statistics }) =>
      statistics.some(({ active }: Json) => active > 0) ? statistics : [],
    );
    for (const { patients, active, noData } of groups) expect(active + noData).toBeLessThanOrEqual(patients);
  });

  it('open invitations of both kinds', async () => {
    const { clinic } = await ask('Invitations', { clinicId });
    expect(clinic.openPatientInvitations.edges).toHaveLength(2);
    expect(clinic.openClinicianInvitations.edges).toHaveLength(1);
  });

  it('patients with changed pump settings', async () => {
    const { clinic } = await ask('NewPumpSettings', { clinicId, since: daysAgo(7) });
    const changed = patientsOf(clinic).filter(({ user }) => user.data.edges.length > 0);
    expect(namesOf(changed)).toEqual(['Kofi Mensah', 'Maya Goldberg']);
  });

  it('messages of this week', async () => {
    const { clinic } = await ask('Notes', { clinicId, since: daysAgo(7) });
    const noted = patientsOf(clinic).filter(({ user }) => user.notes.edges.length > 0);
    expect(namesOf(noted)).toEqual(['Amélie Dubois', 'Saoirse Ní Bhriain']);
  });

  it('pending prescriptions', async () => {
    const { clinic } = await ask('WaitingPrescriptions', { clinicId });
    const [{ node }] = clinic.prescriptions.edges;
    expect(node.latestRevision.attributes).toEqual({ firstName: 'Yuki', lastName: 'Mori' });
  });

  it('alerts about the patients she follows', async () => {
    const [{ userId: followedId }] = await something('PatientByName', patientsOf, { search: 'Saoirse' });
    const [alert] = await waitForBackground('an alert', async () => {
      const { alertNotifications } = await ask('Alerts', { followedId });
      return alertNotifications.edges.length > 0 ? alertNotifications.edges : undefined;
    });
    expect(alert.node).toMatchObject({ kind: 'LOW', message: 'Glucose reading below low threshold' });
  });

  it('the last report to the health record system', async () => {
    const reported = ({ ehrOrders }: Json): Json[] =>
      ehrOrders.edges.filter(({ node }: Json) => node.messages.length > 0);
    const orders = await something('Reports', reported);
    expect(orders[0].node).toMatchObject({ procedure: 'ENABLE_SUMMARY_REPORTS', reason: null });
    // If the summary is ready by then, a flowsheet and notes come along.
    const models = orders[0].node.messages.map(({ dataModel }: Json) => dataModel as string);
    expect(models).toContain('RESULTS');
  });
});

it('A demo of an earlier release gets the additions, once', async () => {
  const { alerts, accounts, metadata } = own.app.services;
  const loader = new DemoLoader(own.database, own.app.services, () => undefined);
  const [doctor, followed] = await Promise.all(
    ['miriam.oduya', 'maya.goldberg'].map((key) => accounts.findByEmail(demoEmail(key))),
  );
  const pair = { followedId: followed?.id ?? '', followerId: doctor?.id ?? '' };
  await loader.load({ people: demoPeople.slice(-1), days: 1 });
  expect(await loader.state()).toBe('loaded');

  await alerts.remove(pair);
  await metadata.patch(pair.followerId, 'preferences', { demoEdition: 1 });
  expect(await loader.state()).toBe('earlier');
  const { records } = await loader.load({ people, days: 16 });
  expect(await alerts.findMany([pair])).toEqual([expect.objectContaining(pair)]);
  // Settings of pumps; the device data existed before.
  expect(records).toBeLessThan(20);
  expect(await loader.state()).toBe('loaded');
});
