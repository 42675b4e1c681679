import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinician, newMergingClinics, newPatient } from '../../../support/clinics';
import { bothWhileHeld, patientRow } from '../../../support/held-rows';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

it('a person whose account is deleted while the clinic is merged is no member of the other one', async () => {
  const { source, target, token } = await newMergingClinics(own.server);
  const leaving = await newClinician(own.server, source, undefined, await newAccount(own.server));
  const { id: patientId } = await newPatient(own.server, source, { fullName: 'In Source' });
  const { post, delete: remove, get } = api(own.server);
  const merge = async () =>
    accepted(await post(`${target.path}/merge`, { token, body: { sourceId: source.id } }));
  const { userId, password, token: ownToken } = leaving;
  const leave = async () =>
    accepted(await remove(`/auth/user/${userId}`, { token: ownToken, body: { password } }));
  // The merge waits once it has locked the clinics; the deletion has read by then where the account is a member.
  await bothWhileHeld(own, patientRow(source.id, patientId as string), [merge, leave]);
  await waitFor('the end of the membership', async () => {
    const members: Json[] = accepted(await get(`${target.path}/clinicians`, { token }));
    return !members.some(({ id }) => id === userId) || undefined;
  });
});
