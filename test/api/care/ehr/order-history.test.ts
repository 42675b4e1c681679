import { EhrMessageEntity } from '../../../../src/care/ehr/ehr-message.entity';
import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newClinician, newPatient, type TestClinic } from '../../../support/clinics';
import { orderedPatient, summaryAt } from '../../../support/connected-redox';
import { connectClinic, newOrder, sent } from '../../../support/ehr';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { tellSummary } from '../../../support/patient-summaries';
import { verificationToken } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';
import { openWebhookSink, type WebhookSink } from '../../../support/webhook-sink';

let receiver: WebhookSink;
let own: OwnApp;
let server: OwnApp['server'];
let token: string;
/** Responses of the message receiver by clinic; 200 by default. */
const refusals = new Map<string, number>();

beforeAll(async () => {
  receiver = await openWebhookSink();
  receiver.answerWith(({ body }) => refusals.get(body.Meta.Destinations[0].ID as string) ?? 200);
  own = await startOwnApp({
    REDOX_VERIFICATION_TOKEN: verificationToken,
    REDOX_URL: receiver.url,
    TASK_POLL_DELAY: '0.05',
  });
  server = own.server;
  token = await newServerToken(server);
});

afterAll(async () => {
  await own.close();
  await receiver.close();
});

const history = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  clinic(id: $id) {
    ehrOrders(first: $first, after: $after, last: $last, before: $before) {
      edges {
        cursor
        node {
          id provider createdTime procedure userId hasOpenedAccount reason isCanceled
          subscriptions { name turnedOn isActive }
          scheduledReports { id createdTime state }
          messages { id dataModel createdTime state attempts sentTime }
        }
      }
      pageInfo { hasNextPage hasPreviousPage }
    }
  }
}`;

const ask = async ({ id }: Pick<TestClinic, 'id'>, caller: string, variables: object = {}): Promise<Json> =>
  (await api(server).graph(history, { token: caller, variables: { id, ...variables } })).body;

const ordersOf = async (clinic: TestClinic): Promise<Json[]> => {
  const { data } = await ask(clinic, clinic.admin.token);
  return data.clinic.ehrOrders.edges.map(({ node }: Json) => node);
};

/** Waits until an order of a clinic has the expected state. */
const orderAs = (clinic: TestClinic, id: string, isRight: (order: Json) => boolean): Promise<Json> =>
  waitFor(`the order ${id}`, async () =>
    (await ordersOf(clinic)).find((order) => order.id === id && isRight(order)),
  );

async function connected(): Promise<{ clinic: TestClinic; sourceId: string }> {
  const clinic = await newClinic(server);
  const destinationIds = { results: clinic.id, flowsheet: clinic.id, notes: clinic.id };
  return { clinic, sourceId: await connectClinic(server, clinic, { destinationIds }) };
}

const areSent =
  (count: number) =>
  ({ messages }: Json): boolean =>
    messages.length === count && messages.every(({ state }: Json) => state === 'SENT');

it('an order shows its patient, the change of reports, later reports, and sent messages', async () => {
  const { clinic, sourceId } = await connected();
  const { id: userId } = await newPatient(server, clinic, orderedPatient);
  const on = await sent(
    server,
    newOrder(sourceId, { code: 'enable', eventTime: '2026-01-01T00:00:00.000Z' }),
  );
  const first = await orderAs(clinic, on, areSent(1));
  expect(first).toEqual({
    id: on,
    provider: 'REDOX',
    createdTime: expect.any(String),
    procedure: 'ENABLE_SUMMARY_REPORTS',
    userId,
    hasOpenedAccount: false,
    reason: null,
    isCanceled: false,
    subscriptions: [{ name: 'summaryAndReports', turnedOn: true, isActive: true }],
    scheduledReports: [],
    messages: [
      {
        id: expect.any(String),
        dataModel: 'RESULTS',
        createdTime: expect.any(String),
        state: 'SENT',
        attempts: 1,
        sentTime: expect.any(String),
      },
    ],
  });
  await tellSummary(server, userId as string, summaryAt('2026-02-01T00:00:00.000Z'));
  accepted(await api(server).post(`/v1/patients/${userId}/ehr/sync`, { token }));
  const followed = await orderAs(clinic, on, areSent(3));
  expect(followed.messages.map(({ dataModel }: Json) => dataModel).sort()).toEqual([
    'FLOWSHEET',
    'NOTES',
    'RESULTS',
  ]);
  expect(followed.scheduledReports.map(({ state }: Json) => state)).toContain('COMPLETED');
  const off = await sent(server, newOrder(sourceId, { code: 'disable' }));
  const last = await orderAs(clinic, off, areSent(1));
  expect(last).toMatchObject({
    procedure: 'DISABLE_SUMMARY_REPORTS',
    userId,
    subscriptions: [{ name: 'summaryAndReports', turnedOn: false, isActive: false }],
  });
  const orders = await ordersOf(clinic);
  expect(orders.map(({ id }) => id)).toEqual([off, on]);
  expect(orders[1]?.subscriptions).toEqual([{ name: 'summaryAndReports', turnedOn: true, isActive: false }]);
});

it('an order that creates an account shows this', async () => {
  const { clinic, sourceId } = await connected();
  const id = await sent(server, newOrder(sourceId, { code: 'create' }));
  const order = await orderAs(clinic, id, areSent(1));
  expect(order).toMatchObject({ procedure: 'CREATE_ACCOUNT', hasOpenedAccount: true, reason: null });
  expect(order.userId).toMatch(/./);
});

it.each<[what: string, fields: object, reason: string, messages: number]>([
  ['matches nobody', { code: 'enable' }, 'No matching patients were found', 1],
  [
    'has a code that the clinic does not know',
    { code: 'unknown' },
    'The settings of the clinic do not name the procedure code of the order',
    0,
  ],
  [
    'does not say enough',
    { code: 'enable', birthDate: null },
    'The order does not tell when the patient was born: "Patient.Demographics.DOB".',
    0,
  ],
])('an order that %s shows why it had no effect', async (_what, fields, reason, messages) => {
  const { clinic, sourceId } = await connected();
  const id = await sent(server, newOrder(sourceId, fields));
  const order = await orderAs(clinic, id, (found) => found.reason !== null);
  expect(order).toMatchObject({ reason, userId: null, subscriptions: [], scheduledReports: [] });
  expect(order.messages).toHaveLength(messages);
});

it('a message refused by its receiver counts as failed, and as sent once it is accepted', async () => {
  const { clinic, sourceId } = await connected();
  refusals.set(clinic.id, 503);
  const id = await sent(server, newOrder(sourceId, { code: 'enable' }));
  const { messages } = await orderAs(clinic, id, (order) => order.messages[0]?.attempts > 0);
  expect(messages).toMatchObject([{ dataModel: 'RESULTS', state: 'FAILED', sentTime: null }]);
  refusals.delete(clinic.id);
  const { messages: later } = await orderAs(clinic, id, areSent(1));
  expect(later[0].attempts).toBeGreaterThan(1);
});

it('orders come in pages, newest first', async () => {
  const { clinic, sourceId } = await connected();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift(await sent(server, newOrder(sourceId)));
  for (const id of ids) await orderAs(clinic, id, ({ reason }) => reason !== null);
  const page = async (variables: object) =>
    (await ask(clinic, clinic.admin.token, variables)).data.clinic.ehrOrders;
  const begin = await page({ first: 2 });
  expect(begin.edges.map(({ node }: Json) => node.id)).toEqual(ids.slice(0, 2));
  expect(begin.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
  const rest = await page({ first: 2, after: begin.edges[1].cursor });
  expect(rest.edges.map(({ node }: Json) => node.id)).toEqual(ids.slice(2));
  expect(rest.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  const end = await page({ last: 1 });
  expect(end.edges.map(({ node }: Json) => node.id)).toEqual(ids.slice(2));
  const front = await page({ last: 2, before: end.edges[0].cursor });
  expect(front.edges.map(({ node }: Json) => node.id)).toEqual(ids.slice(0, 2));
  expect(front.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
  // Cursors of earlier releases held the id alone.
  const former = Buffer.from(JSON.stringify([ids[0]])).toString('base64url');
  const next = await page({ first: 1, after: former });
  expect(next.edges.map(({ node }: Json) => node.id)).toEqual(ids.slice(1, 2));
  const { errors } = await ask(clinic, clinic.admin.token, { after: 'no cursor' });
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining('"after"'),
    extensions: { code: 'BAD_USER_INPUT' },
  });
});

it('orders are visible only to administrators of their own clinic and to trusted servers', async () => {
  const [{ clinic, sourceId }, { clinic: other }] = [await connected(), await connected()];
  const id = await sent(server, newOrder(sourceId, { code: 'create' }));
  await orderAs(clinic, id, areSent(1));
  expect(await ordersOf(other)).toEqual([]);
  const member = await newClinician(server, clinic);
  for (const caller of [member.token, other.admin.token]) {
    const { data, errors } = await ask(clinic, caller);
    expect([data.clinic.ehrOrders, errors[0].extensions.code]).toEqual([null, 'FORBIDDEN']);
  }
  const { data } = await ask(clinic, token);
  expect(data.clinic.ehrOrders.edges).toMatchObject([{ node: { id } }]);
});

it('orders without a match are deleted with their clinic', async () => {
  const { clinic, sourceId } = await connected();
  const id = await sent(server, newOrder(sourceId, { code: 'enable' }));
  await orderAs(clinic, id, areSent(1));
  accepted(await api(server).delete(clinic.path, { token: clinic.admin.token }));
  expect(await own.database.reader.findOneBy(EhrMessageEntity, { id })).toBeNull();
});
