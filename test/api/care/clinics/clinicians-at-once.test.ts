import type { TestAccount } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { newClinic, newClinician } from '../../../support/clinics';
import { bothWhileHeld, clinicRow } from '../../../support/held-rows';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

/** What one administrator does to the other one. */
type Change = (path: string, token: string) => Promise<Answer>;

const removes: Change = (path, token) => api(own.server).delete(path, { token });
const demotes: Change = (path, token) =>
  api(own.server).put(path, { token, body: { email: '', roles: ['CLINIC_MEMBER'] } });

const meetings: [string, Change, Change][] = [
  ['remove each other', removes, removes],
  ['demote each other', demotes, demotes],
  ['remove and demote each other', removes, demotes],
];

it.each(meetings)(
  'one of two administrators who %s remains, though a third is there',
  async (_what, ...changes) => {
    const clinic = await newClinic(own.server);
    const [one, other] = [clinic.admin, await newClinician(own.server, clinic, ['CLINIC_ADMIN'])];
    await newClinician(own.server, clinic, ['CLINIC_ADMIN']);
    const statuses: number[] = [];
    const ask = (by: TestAccount, whom: TestAccount, change: Change) => async () => {
      const { status } = await change(`${clinic.path}/clinicians/${whom.userId}`, by.token);
      statuses.push(status);
    };
    const [first, second] = changes;
    await bothWhileHeld(own, clinicRow(clinic.id), [ask(one, other, first), ask(other, one, second)]);
    expect(statuses.sort()).toEqual([200, 403]);
  },
);

it('members leave while an administrator changes them', async () => {
  const clinic = await newClinic(own.server);
  const member = await newClinician(own.server, clinic);
  const path = `${clinic.path}/clinicians/${member.userId}`;
  const statuses: Record<string, number> = {};
  const leave = async () => void (statuses.leave = (await removes(path, member.token)).status);
  const demote = async () => void (statuses.demote = (await demotes(path, clinic.admin.token)).status);
  await bothWhileHeld(own, clinicRow(clinic.id), [demote, leave]);
  expect(statuses.leave).toBe(200);
  expect([200, 404]).toContain(statuses.demote);
});
