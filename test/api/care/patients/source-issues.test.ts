import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic } from '../../../support/clinics';
import { mailsTo, waitForMails } from '../../../support/mails';
import { providerClient } from '../../../support/provider-sessions';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, put, graph } = api(server);

let token: string;
let person: TestAccount;
let client: ReturnType<typeof providerClient>;

beforeEach(async () => {
  token = await newServerToken(server);
  client = providerClient(server, token);
  person = await newAccount(server);
});

const broken = { state: 'error', error: 'The provider does not let us in.' };

/** A connected source. */
async function connected(providerName = 'dexcom'): Promise<{ id: string; sessionId: string }> {
  const { id: sessionId } = await client.session(person, providerName);
  const [source] = await client.sources(person);
  return { id: source?.id, sessionId };
}

const links = async (): Promise<Json[]> =>
  accepted(await get(`/v1/users/${person.userId}/restricted_tokens`, { token }));

const day = 86_400_000;

it('a link is sent each time imports begin to fail', async () => {
  accepted(
    await put(`/metadata/${person.userId}/profile`, { token: person.token, body: { fullName: 'Ann' } }),
  );
  const { id, sessionId } = await connected();
  await client.updated(id, broken);
  const [mail = ''] = await waitForMails(server, person.email);
  const [link, ...others] = await links();
  expect(others).toEqual([]);
  expect(link.paths).toEqual(['/v1/oauth/dexcom']);
  // The token is created shortly after the time from which its expiration is counted.
  const lifetime = Date.parse(link.expirationTime) - Date.parse(link.createdTime);
  expect(Math.round(lifetime / day)).toBe(30);
  expect(mail).toContain('Subject: Your Dexcom data do not arrive any more');
  expect(mail).toContain('Hello Ann');
  expect(mail).not.toContain('care team');
  const address = `/v1/oauth/dexcom/authorize?restricted_token=${link.id}`;
  expect(mail.split(address)).toHaveLength(3);
  await client.updated(id, { ...broken, error: 'Still not.' });
  await client.updated(id, { state: 'connected', providerSessionId: sessionId });
  await client.updated(id, broken);
  await waitForMails(server, person.email, 2);
  const [newer, ...more] = await links();
  expect([newer.id === link.id, more]).toEqual([false, []]);
  expect(await mailsTo(server, person.email)).toHaveLength(2);
});

it('the text differs for patients of clinics, and for other providers', async () => {
  const clinic = await newClinic(server);
  await addPatient(server, clinic, person, ['view']);
  const { id } = await connected('abbott');
  await client.updated(id, broken);
  const [mail] = await waitForMails(server, person.email);
  expect(mail).toContain('Something is wrong with the connection to FreeStyle Libre');
  expect(mail).toContain('neither you nor your care team sees new data');
  expect(mail).toContain('/v1/oauth/abbott/authorize?restricted_token=');
  await waitFor('what the clinic knows', async () => {
    const found = accepted(await get(`${clinic.path}/patients/${person.userId}`, { token }));
    return found.dataSources?.[0]?.state === 'error' || undefined;
  });
});

it('a mail is also sent for a source created with an error, and for one changed in the graph', async () => {
  const { id: providerSessionId } = await client.session(person, 'twiist');
  const [first] = await client.sources(person);
  await client.updated(first?.id, { state: 'disconnected' });
  const source = await client.source(person, 'twiist', { ...broken, providerSessionId });
  const [mail] = await waitForMails(server, person.email);
  expect(mail).toContain('Your twiist data do not arrive any more');
  await client.updated(source.id, { state: 'connected', providerSessionId });
  const operation =
    'mutation ($input: UpdateDataSourceInput!) { updateDataSource(input: $input) { dataSource { state } } }';
  const input = { id: source.id, changes: { state: 'error' } };
  const { body } = await graph(operation, { token, variables: { input } });
  expect(body.data.updateDataSource.dataSource.state).toMatch(/error/i);
  await waitForMails(server, person.email, 2);
});
