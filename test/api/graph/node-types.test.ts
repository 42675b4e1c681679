import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType, type GraphQLAbstractType } from 'graphql';
import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted } from '../../support/clinics';
import { openLegacyClinic } from '../../support/legacy-clinics';
import { newPractice, prescribed } from '../../support/prescriptions';
import { providerClient } from '../../support/provider-sessions';
import { serverUnderTest } from '../../support/server';
import { newWebPushBrowser } from '../../support/web-push-browser';
import { buildWorld, type World } from '../permissions/world';

const server = serverUnderTest();
const { graph, post } = api(server);
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const membersOf = (name: string): string[] =>
  schema.getPossibleTypes(schema.getType(name) as GraphQLAbstractType).map((type) => type.name);

/** Types with an id that are no nodes, and why. */
const notNodes: Readonly<Record<string, readonly string[]>> = {
  'A record of diabetes data: its id is unique within its account only.': membersOf('Datum'),
  'Statistics, one of each type for an account or a patient, and a part of it.': [
    ...membersOf('Summary'),
    'PatientSummary',
  ],
  'Another object as somebody sees it, under the id of that object.': [
    'RelatedUser',
    'AdminAccount',
    'AdminClinic',
    'PatientSite',
    'MergedLabel',
    'EhrOrderReport',
  ],
  'Work in a queue, which is gone once it is done.': ['OutboxMessage'],
  'A line of a log or history, which is read in order.': [
    'AccessLogEntry',
    'MetricEvent',
    'EhrOrder',
    'EhrOrderMessage',
  ],
  'A label of a clinic, found in its clinic.': ['PatientTag', 'Site'],
  'Named by the device or application that wrote it into a record.': [
    'Association',
    'DataSetDevice',
    'DecisionIssue',
    'Origin',
    'PrivateItem',
  ],
};

/** Found by tests of their own, which need a clock of their own. */
const elsewhere = ['AlertNotification'];

/** Objects of a type as somebody sees them. */
interface Sight {
  token: string | undefined;
  /** `#` stands for the selection of the objects. */
  query: string;
}

/** Makes what the world has none of. */
async function makeMore(world: World) {
  const { owner, clinicId, makers } = world;
  const { token, userId } = owner;
  const { userId: followerId, token: followerToken } = world.accountOf('follow');
  const serverToken = world.tokenOf('server') as string;
  const { keys, endpoint } = newWebPushBrowser();
  const registered = await graph(
    'mutation ($input: RegisterWebPushInput!) { registerWebPush(input: $input) { subscription { id } } }',
    { token, variables: { input: { userId, endpoint, keys } } },
  );
  expect(registered.body.errors).toBeUndefined();
  accepted(
    await post(`/v1/users/${userId}/followers/${followerId}/alerts`, {
      token: followerToken,
      body: { notLooping: { enabled: true } },
    }),
  );
  const invited = { email: owner.email, roles: ['CLINIC_MEMBER'] };
  const asAdmin = { token: world.accountOf('administrator').token, body: invited };
  accepted(await post(`/v1/clinics/${clinicId}/invites/clinicians`, asAdmin));
  const legacy = await openLegacyClinic(server, await newAccount(server, { roles: ['clinic'] }));
  accepted(await post(`${legacy.path}/migrate`, { token: legacy.owner.token }));
  for (const name of ['deviceLogId', 'recordId', 'invitationKey', 'exportId']) await makers[name]?.();
  const practice = await newPractice(server);
  await prescribed(server, practice);
  const session = await providerClient(server, serverToken).session(owner, 'dexcom');
  return { legacy, practice, session };
}

async function sightsOf(world: World): Promise<Record<string, Sight>> {
  const { makers, clinicId, owner } = world;
  const { legacy, practice, session } = await makeMore(world);
  const made = async (name: string) => (await makers[name]?.()) as string;
  const page = (field: string) => `${field}(first: 1) { edges { node # } }`;
  const { userId: followerId, token: followerToken } = world.accountOf('follow');
  const byOwner = (query: string): Sight => ({ token: owner.token, query: `{ ${query} }` });
  const ofOwner = (field: string): Sight => byOwner(`me { ${field} }`);
  const byServer = (query: string): Sight => ({ token: world.tokenOf('server'), query: `{ ${query} }` });
  return {
    User: byOwner('me #'),
    Session: byOwner(page('mySessions')),
    Share: ofOwner('sharedWith #'),
    Invitation: ofOwner(page('invitationsSent')),
    Consent: byOwner('consents #'),
    ConsentRecord: ofOwner(page('consentRecords')),
    RestrictedToken: byServer(`restrictedToken(id: "${await made('tokenId')}") #`),
    DataSet: byOwner(`dataSet(id: "${await made('dataSetId')}") #`),
    DataSource: byOwner(`dataSource(id: "${await made('dataSourceId')}") #`),
    ProviderSession: byServer(`providerSession(id: "${session.id}") #`),
    Blob: byOwner(`blob(id: "${await made('blobId')}") #`),
    DeviceLog: ofOwner(page('deviceLogs')),
    RequestedExport: ofOwner(page('requestedExports')),
    WebPushSubscription: ofOwner('webPushSubscriptions #'),
    Task: byServer(`task(id: "${await made('taskId')}") #`),
    Clinic: byOwner(`clinic(id: "${clinicId}") #`),
    Clinician: byServer(`clinic(id: "${clinicId}") { clinicians { edges { node # } } }`),
    ClinicianInvitation: ofOwner('clinicianInvitations #'),
    Migration: byServer(`clinic(id: "${legacy.id}") { migrations # }`),
    Patient: ofOwner(page('clinicRecords')),
    Message: byOwner(`message(id: "${await made('messageId')}") #`),
    AlertsConfig: {
      token: followerToken,
      query: `{ alertsConfig(followedId: "${owner.userId}", followerId: "${followerId}") # }`,
    },
    Prescription: {
      token: practice.member.token,
      query: `{ clinic(id: "${practice.id}") { ${page('prescriptions')} } }`,
    },
    PrescribablePump: byOwner('pumps #'),
    PrescribableCgm: byOwner('cgms #'),
  };
}

/** All objects in an answer that tell their type and id. */
function seenIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const deeper = Object.values(value).flatMap(seenIn);
  return '__typename' in value ? [value, ...deeper] : deeper;
}

describe('the types of the schema', () => {
  it('are nodes if they have an id, or it is known why not', () => {
    const withId = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => !type.name.startsWith('__') && type.getFields().id);
    const explained = Object.values(notNodes).flat();
    expect(withId.map(({ name }) => name).toSorted()).toEqual(
      [...membersOf('Node'), ...explained].toSorted(),
    );
  });

  it('are found by `node` with the id that they show, by whoever sees it, and have no id in common', async () => {
    const sights = await sightsOf(await buildWorld(server));
    expect([...Object.keys(sights), ...elsewhere].toSorted()).toEqual(membersOf('Node').toSorted());
    const typeOf = new Map<string, string>();
    for (const [name, { token, query }] of Object.entries(sights)) {
      const { body } = await graph(query.replace('#', '{ __typename id }'), { token });
      expect(body.errors).toBeUndefined();
      const seen = seenIn(body.data);
      expect(seen[0]).toEqual({ __typename: name, id: expect.any(String) });
      expect(seen.map(({ id }) => typeOf.get(id)).find((type) => type !== undefined && type !== name)).toBe(
        undefined,
      );
      for (const { id } of seen) typeOf.set(id, name);
      const variables = { ids: seen.map(({ id }) => id) };
      const found = await graph('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
        token,
        variables,
      });
      expect(found.body).toEqual({ data: { nodes: seen } });
    }
  });
});
