import { api } from '../support/api';
import { accepted } from '../support/clinics';
import { newConsent } from '../support/consents';
import { newMessage } from '../support/messages';
import { claim, prescribe, wholeAttributes } from '../support/prescriptions';
import { providerClient } from '../support/provider-sessions';
import { requestedExports } from '../support/requested-exports';
import { newRestrictedToken } from '../support/restricted-tokens';
import type { ServerUnderTest } from '../support/server';
import type { Caller, World } from './world';

/** Adds what a world has none of: at least one of each list that callers can read. */
export async function addMore(server: ServerUnderTest, world: World): Promise<void> {
  const { ids, tokenOf } = world;
  const of = (kind: string) => ids.filter(([each]) => each === kind).map(([, id]) => id);
  const [patient, friend] = of('user');
  const [patientEmail, friendEmail] = of('email').slice(-2);
  const [[clinic], [shareCode], [tag]] = [of('clinic'), of('shareCode'), of('tag')];
  const send = async (caller: Caller, path: string, body: object) =>
    accepted(await api(server).post(path, { token: tokenOf(caller), body }));
  const permissions = { view: {} };
  await send('friend', `/confirm/send/invite/${friend}`, { email: patientEmail, permissions });
  await send('friend', `/confirm/send/invite/${friend}/clinic`, { shareCode, permissions });
  const invited = { email: friendEmail, roles: ['CLINIC_MEMBER'] };
  await send('administrator', `/v1/clinics/${clinic}/invites/clinicians`, invited);
  const { body } = await api(server).graph(
    `mutation ($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { userId } } }`,
    {
      token: tokenOf('administrator'),
      variables: { input: { clinicId: clinic, userId: patient, tagIds: [tag] } },
    },
  );
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  await addToAccounts(server, world);
}

/** What accounts have of other areas, and what trusted servers see of it. */
async function addToAccounts(server: ServerUnderTest, { ids, tokenOf }: World): Promise<void> {
  const of = (kind: string) => ids.filter(([each]) => each === kind).map(([, id]) => id);
  const [[userId = '', friend = ''], [messageId = '']] = [of('user'), of('message')];
  const [token, serverToken] = [tokenOf('patient') ?? '', tokenOf('server') ?? ''];
  await providerClient(server, serverToken).session({ userId }, 'dexcom', {
    externalId: 'account-of-a-test',
  });
  await newRestrictedToken(server, { userId, token: serverToken });
  await requestedExports(server, { token }).requested({ userId });
  const send = async (path: string, body: object, sender = token) =>
    accepted(await api(server).post(path, { token: sender, body }));
  await send(`/v1/users/${userId}/consents`, newConsent());
  await send(`/v1/users/${userId}/device_tokens`, { apple: { token: 'YQ==', environment: 'sandbox' } });
  await send(`/message/reply/${messageId}`, { message: newMessage() });
  const alerts = { notLooping: { enabled: true, delay: 5 } };
  await send(`/v1/users/${userId}/followers/${friend}/alerts`, alerts, tokenOf('friend'));
  const prescriber = { userId: of('clinician')[0] ?? '', token: tokenOf('clinician') ?? '' };
  const place = { path: `/v1/clinics/${of('clinic')[0]}/prescriptions` };
  const { accessCode } = accepted(await prescribe(server, place, prescriber, wholeAttributes()));
  accepted(await claim(server, { userId, token }, { accessCode, birthday: '1990-05-06' }));
}
