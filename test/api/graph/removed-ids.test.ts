import { newAccount, newServerToken } from '../../support/accounts';
import { newFollower } from '../../support/alerts';
import { api, type Json } from '../../support/api';
import { newClinic, newPatient } from '../../support/clinics';
import { messenger } from '../../support/messages';
import { providerClient } from '../../support/provider-sessions';
import { newRestrictedToken } from '../../support/restricted-tokens';
import { serverUnderTest } from '../../support/server';
import { run } from './paged-lists';

const server = serverUnderTest();

/** Something to remove: its id in the graph, and the mutation with the input that names it. */
interface Case {
  id: string;
  mutation: string;
  input: string;
  token: string;
}

const quoted = JSON.stringify;

const cases: Record<string, () => Promise<Case>> = {
  'a patient': async () => {
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    const { id: userId } = await newPatient(server, clinic);
    const key = `clinicId: ${quoted(clinic.id)}, userId: ${quoted(userId)}`;
    const { patient } = await run(`{ patient(${key}) { id } }`, token);
    return { id: patient.id, mutation: 'removePatient', input: key, token };
  },
  'a tag': async () => label('createPatientTag', 'tag', 'removePatientTag', 'tagId'),
  'a site': async () => label('createSite', 'site', 'removeSite', 'siteId'),
  'a clinic': async () => {
    const { id, admin } = await newClinic(server);
    return { id, mutation: 'deleteClinic', input: `clinicId: ${quoted(id)}`, token: admin.token };
  },
  'a message': async () => {
    const account = await newAccount(server);
    const id = await messenger(server, account).sent();
    return { id, mutation: 'removeMessage', input: `messageId: ${quoted(id)}`, token: account.token };
  },
  'alert settings': async () => {
    const { followed, userId, token } = await newFollower(server);
    const key = `followedId: ${quoted(followed.userId)}, followerId: ${quoted(userId)}`;
    const low = '{ enabled: true, threshold: { value: 4, units: MMOL_L } }';
    const made = await run(
      `mutation { configureAlerts(input: { ${key}, alerts: { urgentLow: ${low} } }) { alertsConfig { id } } }`,
      token,
    );
    return { id: made.configureAlerts.alertsConfig.id, mutation: 'deleteAlertsConfig', input: key, token };
  },
  'a restricted token': async () => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await newRestrictedToken(server, account);
    return { id, mutation: 'deleteRestrictedToken', input: `id: ${quoted(id)}`, token };
  },
  'a data source': async () => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await providerClient(server, token).source(account, 'dexcom');
    return { id, mutation: 'deleteDataSource', input: `id: ${quoted(id)}`, token };
  },
  'a provider session': async () => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await providerClient(server, token).session(account, 'dexcom');
    return { id, mutation: 'deleteProviderSession', input: `id: ${quoted(id)}`, token };
  },
  'a task': async () => {
    const token = await newServerToken(server);
    const { id } = (await api(server).post('/v1/tasks', { token, body: { type: 'of a test of removing' } }))
      .body;
    return { id, mutation: 'deleteTask', input: `id: ${quoted(id)}`, token };
  },
};

async function label(create: string, field: string, mutation: string, argument: string): Promise<Case> {
  const { id: clinicId, admin } = await newClinic(server);
  const ofClinic = `clinicId: ${quoted(clinicId)}`;
  const made: Json = await run(
    `mutation { ${create}(input: { ${ofClinic}, name: "Some" }) { ${field} { id } } }`,
    admin.token,
  );
  const { id } = made[create][field];
  return { id, mutation, input: `${ofClinic}, ${argument}: ${quoted(id)}`, token: admin.token };
}

it.each(Object.keys(cases))('removing %s says by which id caches find it', async (name) => {
  const { id, mutation, input, token } = await (cases[name] as () => Promise<Case>)();
  const found = async (): Promise<Json> =>
    (await api(server).graph('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id } })).body;
  // Labels are found in their clinic only, and messages stay for some days.
  const isNode = !['removePatientTag', 'removeSite'].includes(mutation);
  if (isNode) expect((await found()).data.node).toEqual({ id });
  const answer = await run(`mutation { ${mutation}(input: { ${input} }) { done removedId } }`, token);
  expect(answer[mutation]).toEqual({ done: true, removedId: id });
  if (isNode && mutation !== 'removeMessage') expect((await found()).data.node).toBeNull();
});
