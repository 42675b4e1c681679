import 'reflect-metadata';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { pino } from 'pino';
import type { Logger } from 'typeorm';
import { EhrMessageEntity } from '../../../src/care/ehr/ehr-message.entity';
import { EhrSubscriptionEntity, reportSubscription } from '../../../src/care/ehr/ehr-subscription.entity';
import { OutgoingMessageEntity } from '../../../src/care/ehr/outgoing-message.entity';
import { ScheduledOrderEntity } from '../../../src/care/ehr/scheduled-order.entity';
import { PatientEntity } from '../../../src/care/patients/patient.entity';
import { readConfig } from '../../../src/platform/config';
import { Database } from '../../../src/platform/database/database';
import { GraphExecutor } from '../../../src/graph/executor';
import { buildGraph } from '../../../src/graph/schema';
import { graphParts } from '../../../src/surfaces';
import { newClinicId } from '../../../src/platform/ids';
import { persistence } from '../../../src/persistence';
import { RequestContext } from '../../../src/request/request-context';
import { createServices, type Services } from '../../../src/services';
import { periodWith, statsWith } from '../../support/patient-summaries';
import { bolus, wizard } from '../../support/records';

interface Page {
  edges: unknown[];
}

let database: Database;
let services: Services;
let executor: GraphExecutor;
const statements: string[] = [];

const nothing = () => undefined;

/** Records every statement through TypeORM's logger. */
const counting: Logger = {
  logQuery: (statement) => statements.push(statement),
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

beforeAll(async () => {
  const config = readConfig({ DATABASE_URL: 'sqlite::memory:' });
  database = await Database.open(config.DATABASE_URL, { schema: persistence, poolSize: 2, migrate: true });
  database.reader.connection.setOptions({ logger: counting, logging: ['query'] });
  services = createServices(config, database);
  executor = new GraphExecutor(buildGraph(graphParts), { limits: config.operationLimits });
});

afterAll(() => database.close());

/** Requests an export as an account and waits for it, because only a few may run at once. */
async function exportFor(requesterId: string, userId: string): Promise<void> {
  const options = { format: 'json', glucoseUnits: 'mmol/L' } as const;
  const { id } = await services.requestedExports.request(userId, requesterId, options);
  await database.transaction((manager) => services.requestedExports.finish(manager, id));
}

/**
 * A caregiver and people who share with them, each with a profile, a blob, a bolus calculation, and an export for the
 * caregiver. Returns the caregiver's session token.
 */
async function caregiverOf(people: number): Promise<string> {
  const open = async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    return services.auth.signUp(
      { username: email, emails: [email], password: 'open-sesame' },
      { address: '' },
    );
  };
  const caregiver = await open();
  for (let index = 0; index < people; index += 1) {
    const { userId } = await open();
    await services.metadata.patch(userId, 'profile', { fullName: `Person ${index}` });
    await services.blobs.createEmpty(userId, 'text/plain');
    const actor = { userId, isServer: false, provenance: {} };
    const { uploadId } = await services.dataSets.create(userId, { dataSetType: 'continuous' }, actor);
    await services.uploads.upload(uploadId, () => Promise.resolve([wizard({ bolus: bolus() })]));
    await database.transaction((manager) =>
      services.sharing.grant(manager, userId, caregiver.userId, ['view']),
    );
    await exportFor(caregiver.userId, userId);
  }
  return caregiver.token;
}

/** A clinic with a number of patients, each with a tag, a site, a summary and a data source. */
async function clinicOf(patients: number): Promise<{ clinicId: string; token: string }> {
  const email = `${crypto.randomUUID()}@example.org`;
  const details = { username: email, emails: [email], password: 'open-sesame' };
  const { userId, token } = await services.auth.signUp(details, { address: '' });
  const clinic = await services.clinics.create({ name: 'Clinic', preferredBgUnits: 'mg/dL' }, userId);
  const [tag, site] = [
    await services.patientTags.create(clinic.id, 'tag'),
    await services.sites.create(clinic.id, 'site'),
  ];
  for (let index = 0; index < patients; index += 1) {
    const { patient } = await services.patients.create(
      clinic.id,
      {
        fullName: `Patient ${index}`,
        birthDate: '1990-05-06',
        tagIds: [tag.id],
        siteIds: [site.id],
        dataSources: [{ providerName: 'dexcom', state: 'connected' }],
      },
      userId,
    );
    await services.patientSummaries.replace(patient.userId, {
      cgmStats: statsWith({ '14d': periodWith('cgm', { timeInTargetPercent: index / 100 }) }),
    });
  }
  return { clinicId: clinic.id, token };
}

/** A clinic with a number of orders, each with its own patient, a scheduled report and a message. */
async function clinicWithOrders(count: number): Promise<{ clinicId: string; token: string }> {
  const { clinicId, token } = await clinicOf(count);
  const patients = await database.reader.findBy(PatientEntity, { clinicId });
  const [createdTime, content] = [Date.now(), {}];
  await database.transaction(async (manager) => {
    for (const { userId } of patients) {
      const id = newClinicId(createdTime);
      const ofPatient = { clinicId, userId, createdTime };
      const word = { dataModel: 'Order', eventType: 'New' };
      await manager.insert(EhrMessageEntity, { ...ofPatient, ...word, id, content });
      const scheduled = { ...ofPatient, id: newClinicId(createdTime), messageId: id };
      await manager.insert(ScheduledOrderEntity, scheduled);
      const outgoing = { ...ofPatient, id: newClinicId(createdTime), orderId: id, content };
      await manager.insert(OutgoingMessageEntity, outgoing);
      await manager.insert(EhrSubscriptionEntity, {
        ...ofPatient,
        name: reportSubscription,
        active: true,
        provider: 'redox',
        matchedMessages: [{ ...word, id }],
        updatedTime: createdTime,
      });
    }
  });
  return { clinicId, token };
}

async function run(query: string, token: string) {
  const identified = await services.identity.identifyCaller(token);
  if (!identified) throw new Error('The token is not accepted.');
  const { caller } = identified;
  const context = new RequestContext(caller, services, { address: '' }, 'test', pino({ level: 'silent' }));
  const document = parse(query) as TypedDocumentNode<
    Record<string, { sharedByOthers: unknown[]; patients: Page; ehrOrders: Page }>,
    object
  >;
  statements.length = 0;
  const data = await executor.run(document, {}, context);
  return { data, count: statements.length };
}

describe('the number of statements of a query', () => {
  it.each([
    ['the people who share', '{ me { sharedByOthers { permissions owner { id } } } }'],
    ['and their profiles', '{ me { sharedByOthers { owner { id profile { fullName } } } } }'],
    [
      'and their data sets',
      '{ me { sharedByOthers { owner { dataSets(first: 5) { edges { node { id } } } } } } }',
    ],
    [
      'and their newest data',
      '{ me { sharedByOthers { owner { data(first: 5) { edges { node { id time } } } } } } }',
    ],
    [
      'and the records of their data sets',
      '{ me { sharedByOthers { owner { dataSets(first: 5) { edges { node { recordCount records(first: 5) { edges { node { id } } } } } } } } } }',
    ],
    [
      'and what their records lead to',
      '{ me { sharedByOthers { owner { data(first: 5) { edges { node { dataSet { id } ... on BolusCalculation { bolus { id } } } } } } } } }',
    ],
    [
      'and the exports of their records',
      '{ me { sharedByOthers { permissions } requestedExports { edges { node { id userId } } } } }',
    ],
    [
      'and their blobs and device logs',
      '{ me { sharedByOthers { owner { blobs(first: 5, statuses: [CREATED]) { edges { node { id } } } deviceLogs { edges { node { id } } } } } } }',
    ],
  ])('does not depend on the number of items: %s', async (_what, query) => {
    const few = await run(query, await caregiverOf(2));
    const many = await run(query, await caregiverOf(15));
    expect(few.data.me?.sharedByOthers).toHaveLength(2);
    expect(many.data.me?.sharedByOthers).toHaveLength(15);
    expect(few.count).toBeGreaterThan(0);
    expect(many.count).toBe(few.count);
  });
});

describe('the number of statements of a dashboard', () => {
  const patient = `fullName tags { name numPatients } sites { name } summary(period: DAYS_14) { periods { inTarget { percent } } } storedSummary dataSources { state providerName }
    user { id profile { fullName } dataSets(first: 1) { edges { node { id } } } }`;

  it.each([
    ['by name', ''],
    ['by a figure', '(sort: { by: TIME_IN_TARGET_PERCENT, descending: true }, first: 1000)'],
    [
      'by last data, filtered',
      '(sort: { by: LAST_DATA }, filter: { withoutTags: false }, search: "Patient")',
    ],
  ])('does not depend on the number of patients %s', async (_what, list) => {
    const look = async (patients: number) => {
      const { clinicId, token } = await clinicOf(patients);
      const { data, count } = await run(
        `{ clinic(id: "${clinicId}") { patients${list} { count totalCount edges { node { ${patient} } } } } }`,
        token,
      );
      expect(data.clinic?.patients.edges).toHaveLength(patients);
      return count;
    };
    const few = await look(2);
    expect(few).toBeGreaterThan(0);
    expect(await look(15)).toBe(few);
  });
});

it('the number of statements of a list of orders does not depend on its length', async () => {
  const look = async (orders: number) => {
    const { clinicId, token } = await clinicWithOrders(orders);
    const { data, count } = await run(
      `{ clinic(id: "${clinicId}") { ehrOrders(first: 50) { edges { node {
        subscriptions { name } scheduledReports { state } messages { state }
      } } } } }`,
      token,
    );
    const one = {
      subscriptions: [{ name: reportSubscription }],
      scheduledReports: [{ state: null }],
      messages: [{ state: 'KEPT' }],
    };
    expect(data.clinic?.ehrOrders.edges).toEqual(Array.from({ length: orders }, () => ({ node: one })));
    return count;
  };
  const few = await look(2);
  expect(few).toBeGreaterThan(0);
  expect(await look(15)).toBe(few);
});

it('the number of statements of objects by their ids does not depend on how many they are', async () => {
  const look = async (people: number) => {
    const token = await caregiverOf(people);
    const page = '{ edges { node { __typename id } } }';
    const { data } = await run(
      `{ me { sharedByOthers { __typename id owner { __typename id blobs(statuses: [CREATED]) ${page} dataSets ${page} } } } }`,
      token,
    );
    const ids = [...JSON.stringify(data).matchAll(/"id":("[^"]+")/g)].map(([, id]) => id);
    expect(ids).toHaveLength(4 * people);
    const found = await run(`{ nodes(ids: [${ids.join()}]) { __typename id } }`, token);
    expect(found.data.nodes).not.toContain(null);
    return found.count;
  };
  const few = await look(2);
  expect(few).toBeGreaterThan(0);
  expect(await look(25)).toBe(few);
});

describe('the number of statements of a list of clinics', () => {
  it('does not depend on its length, although each clinic has restricted fields', async () => {
    const look = async (clinics: number) => {
      const email = `${crypto.randomUUID()}@example.org`;
      const details = { username: email, emails: [email], password: 'open-sesame' };
      const { userId, token } = await services.auth.signUp(details, { address: '' });
      for (let index = 0; index < clinics; index += 1)
        await services.clinics.create({ name: 'Clinic', preferredBgUnits: 'mg/dL', timezone: 'UTC' }, userId);
      const { data, count } = await run(
        '{ me { clinics { edges { node { clinic { timezone patientTags { name } sites { name } } } } } } }',
        token,
      );
      const zones = JSON.stringify(data).match(/"timezone":"UTC"/g);
      expect(zones).toHaveLength(clinics);
      return count;
    };
    const few = await look(2);
    expect(few).toBeGreaterThan(0);
    expect(await look(12)).toBe(few);
  });
});

it('an edge of a payload takes statements only where it is selected', async () => {
  const { clinicId, token } = await clinicOf(2);
  const { data } = await run(
    `{ clinic(id: "${clinicId}") { patientTags { id } patients(first: 2) { edges { node { userId } } } } }`,
    token,
  );
  const { patientTags, patients } = data.clinic as unknown as {
    patientTags: { id: string }[];
    patients: { edges: { node: { userId: string } }[] };
  };
  const ids = JSON.stringify(patients.edges.map(({ node }) => node.userId));
  const count = async (selection: string): Promise<number> => {
    const input = `clinicId: "${clinicId}", tagId: "${patientTags[0]?.id}", patientIds: ${ids}`;
    return (await run(`mutation { assignPatientTag(input: { ${input} }) { ${selection} } }`, token)).count;
  };
  const bare = await count('__typename');
  expect(await count('done')).toBe(bare);
  expect(await count('done tag { name }')).toBe(bare + 1);
  expect(await count('patients { fullName }')).toBeGreaterThan(bare);
});
