import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLObjectType,
} from 'graphql';
import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { accepted, addPatient, newClinic, newPatient } from '../../support/clinics';
import { connectClinic, matchBody, newOrder, sent } from '../../support/ehr';
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
  'A line of a log or history, which is read in order.': ['AccessLogEntry', 'MetricEvent', 'EhrOrderMessage'],
  'Named by the device or application that wrote it into a record.': [
    'Association',
    'DataSetDevice',
    'DecisionIssue',
    'Origin',
    'PrivateItem',
  ],
};

/** Types without an id that are no page, payload or part of a record, and why they have none. */
const withoutId: Readonly<Record<string, readonly string[]>> = {
  'A value: it is nothing but what it says, and stored within the object that it belongs to.': [
    ...['AccessLogConsentChange', 'AccessLogShareChange', 'AccountGlucoseTarget', 'AccountPreferences'],
    ...['AccountSettings', 'AlertActivity', 'AlertSettings', 'AlertThreshold', 'AlertsActivity'],
    ...['ConfirmationCreator', 'ConnectionRequest', 'CreatorPatient', 'CreatorProfile', 'CustomRanges'],
    ...['EhrDestinations', 'EhrFlowsheets', 'EhrNotes', 'EhrOrderSubscription', 'EhrProcedureCodes'],
    ...['EhrScheduledReports', 'EhrSettings', 'EhrTags', 'GlycemicRanges', 'GlycemicThreshold', 'GuardRail'],
    ...['GuardRailBounds', 'GuardRails', 'IntegrityHash', 'JoiningRestrictions', 'LinkedIdentityProvider'],
    ...['MembershipRestriction', 'MrnSettings', 'PatientCountSettings', 'PatientLimit', 'PatientProfile'],
    ...['PhoneNumber', 'Profile', 'RecommendedBounds', 'RepeatedAlert', 'SilenceAlert', 'ThresholdAlert'],
    ...['SuppressedNotifications'],
  ],
  'Part of a revision of a prescription, which never changes.': [
    ...['PrescribedAmount', 'PrescribedBasalRate', 'PrescribedMaximum', 'PrescribedSensitivity'],
    ...['PrescribedSettings', 'PrescribedTarget', 'PrescribedTargetStart', 'PrescriptionAttributes'],
    ...['PrescriptionCalculator', 'PrescriptionPhoneNumber', 'PrescriptionWeight'],
  ],
  'A statistic: it is computed, and depends on the arguments of the field.': [
    ...['ClinicIntervalStatistics', 'ContinuousPeriod', 'DailyGlucose', 'GlucoseEpisodes', 'GlucoseGoals'],
    ...['GlucosePeriod', 'GlucosePeriodDelta', 'GlucoseProfile', 'GlucoseProfileBin', 'GlucoseRange'],
    ...['GlucoseRangeDelta', 'PatientGroupInterval'],
    ...['GlucoseShare', 'GlucoseStatistics', 'GlucoseStatisticsOfDay', 'GlucoseStatisticsOfHour'],
    ...['GlucoseStatisticsTrend', 'GlucoseTargetShares', 'PatientCount', 'PatientGlucoseRange'],
    ...['PatientGroupStatistics', 'PatientPeriod', 'PatientPeriodDelta', 'ProviderCount', 'RealtimeEntry'],
    ...['RealtimeReport', 'SourceStateCount', 'SummaryConfig', 'SummaryDates'],
  ],
  'A report that is made for the question.': [
    ...[
      'MergeConflict',
      'MergePlan',
      'MergedClinician',
      'MergedPatient',
      'MergedSetting',
      'OutdatedSummaries',
    ],
    ...['OverdueCommunication', 'PatientReport', 'ReportFigure', 'ReportTable', 'StuckPatient'],
    ...['TideCategory', 'TideConfig', 'TideEntry', 'TideReport', 'TideThresholds', 'XealthProgram'],
  ],
  'An event: whoever missed it reads what it is about.': [
    ...['DataAdded', 'DataSetChange', 'MessageChange', 'PatientListChange', 'PrescriptionChange'],
    ...['SessionEnd', 'SummaryChange', 'TaskChange'],
  ],
  'There is one, about the service, the caller or the page.': [
    ...['Admin', 'ClientVersions', 'DatabaseMigrations', 'LoopVersions', 'PageInfo', 'ProviderAuthorization'],
    ...['ServiceInfo', 'TokenInfo', 'TokenServiceInfo'],
  ],
  'The result of a mutation, or a part of it.': ['ReceivedEhrMessage', 'UserError'],
  'A line of a list of the operator, which administrators read whole.': [
    ...['AdminClinicMember', 'BackendState', 'OAuthClient', 'ServiceSetting', 'SigningKey'],
  ],
};

/** Names of the types that records and data sets consist of. */
function partsOfRecords(): Set<string> {
  const found = new Set<string>();
  const possibleObjects = (name: string): readonly string[] => {
    const type = schema.getType(name);
    if (isObjectType(type)) return [name];
    return isAbstractType(type) ? membersOf(name) : [];
  };
  const isPart = (name: string) => !name.endsWith('Connection') && !membersOf('Node').includes(name);
  const open = ['Datum', 'DataSet'].flatMap(possibleObjects);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const fields = Object.values((schema.getType(name) as GraphQLObjectType).getFields());
    open.push(...fields.flatMap(({ type }) => possibleObjects(getNamedType(type).name)).filter(isPart));
  }
  return found;
}

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
  const apple = { token: 'c29tZSB0b2tlbg==', environment: 'SANDBOX' };
  const { token: admin } = world.accountOf('administrator');
  const labels = { clinicId, name: 'Of the types' };
  await changed('registerDeviceToken', 'RegisterDeviceTokenInput', { userId, apple }, token);
  await changed('createPatientTag', 'CreatePatientTagInput', labels, admin);
  await changed('createSite', 'CreateSiteInput', labels, admin);
  const unconfirmed = await newAccount(server, { verified: false });
  const signup = { userId: unconfirmed.userId };
  await changed('sendSignupConfirmation', 'SendSignupConfirmationInput', signup, serverToken);
  const hospital = await newClinic(server);
  await addPatient(server, hospital, owner, ['view']);
  const patient = { clinicId: hospital.id, userId };
  await changed('reviewPatient', 'PatientInput', patient, hospital.admin.token);
  const order = await sent(server, newOrder(await connectClinic(server, hospital)));
  accepted(await post('/v1/redox/match', { token: serverToken, body: matchBody(order) }));
  const session = await providerClient(server, serverToken).session(owner, 'dexcom');
  const { id: told } = await newPatient(server, hospital);
  const dataSources = Array.from({ length: 2 }, () => ({ providerName: 'dexcom', state: 'pending' }));
  await changed(
    'setPatientDataSources',
    'SetPatientDataSourcesInput',
    { userId: told, dataSources },
    serverToken,
  );
  return { legacy, practice, session, unconfirmed, hospital, told: told as string };
}

/** Runs a mutation. Throws when it is refused. */
async function changed(mutation: string, inputType: string, input: object, token: string) {
  const query = `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { __typename } }`;
  const { body } = await graph(query, { token, variables: { input } });
  expect(body.errors).toBeUndefined();
}

async function sightsOf(world: World): Promise<Record<string, Sight>> {
  const { makers, clinicId, owner } = world;
  const { legacy, practice, session, unconfirmed, hospital, told } = await makeMore(world);
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
    PrescriptionRevision: {
      token: practice.member.token,
      query: `{ clinic(id: "${practice.id}") { prescriptions(first: 1) { edges { node { latestRevision # } } } } }`,
    },
    PatientReview: {
      token: hospital.admin.token,
      query: `{ patient(clinicId: "${hospital.id}", userId: "${owner.userId}") { reviews # } }`,
    },
    PatientDataSource: {
      token: hospital.admin.token,
      query: `{ patient(clinicId: "${hospital.id}", userId: "${told}") { dataSources # } }`,
    },
    PatientTag: byServer(`clinic(id: "${clinicId}") { patientTags # }`),
    Site: byServer(`clinic(id: "${clinicId}") { sites # }`),
    SignupConfirmation: byServer(`user(id: "${unconfirmed.userId}") { signupConfirmation # }`),
    DeviceToken: ofOwner(page('phones')),
    EhrOrder: {
      token: hospital.admin.token,
      query: `{ clinic(id: "${hospital.id}") { ${page('ehrOrders')} } }`,
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

  it('have an id, or it is known why not', () => {
    const inRecords = partsOfRecords();
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const found = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => !type.name.startsWith('__') && !roots.includes(type) && !type.getFields().id)
      .map(({ name }) => name)
      .filter((name) => !/(Connection|Edge|Payload)$/.test(name) && !inRecords.has(name));
    expect(Object.values(withoutId).flat().toSorted()).toEqual(found.toSorted());
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
