import { randomUUID } from 'node:crypto';
import { api, type Json } from '../../../support/api';
import { newPatient, type TestClinic } from '../../../support/clinics';
import { connectedXealth } from '../../../support/connected-xealth';
import { waitFor } from '../../../support/wait-until';
import { aboutPatient, knownPatient, xealthClinic } from '../../../support/xealth';

const connected = connectedXealth();
const { notify, ordered, placed } = connected;

const history = `query ($id: ID!) {
  clinic(id: $id) {
    ehrOrders {
      edges {
        node {
          provider procedure userId hasOpenedAccount reason isCanceled
          subscriptions { name turnedOn isActive }
          scheduledReports { id }
          messages { id }
        }
      }
    }
  }
}`;

/** Waits until the only order of a clinic has the expected state. */
const orderAs = ({ id, admin }: TestClinic, isRight: (order: Json) => boolean): Promise<Json> =>
  waitFor('the order', async () => {
    const { body } = await api(connected.server).graph(history, { token: admin.token, variables: { id } });
    const [edge] = body.data.clinic.ehrOrders.edges;
    return edge && isRight(edge.node) ? edge.node : undefined;
  });

it('an order shows its patient and visible reports until it is canceled', async () => {
  const at = await xealthClinic(connected.server);
  const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
  await notify(event);
  const order = await orderAs(at.clinic, ({ userId }) => userId !== null);
  const turnedOn = { name: 'xealthReports', turnedOn: true };
  expect(order).toEqual({
    provider: 'XEALTH',
    procedure: 'CREATE_ACCOUNT_AND_ENABLE_REPORTS',
    userId: expect.stringMatching(/./),
    hasOpenedAccount: null,
    reason: null,
    isCanceled: false,
    subscriptions: [{ ...turnedOn, isActive: true }],
    scheduledReports: [],
    messages: [],
  });
  await notify({ ...event, eventContext: 'cancel' });
  const canceled = await orderAs(at.clinic, ({ subscriptions }) => subscriptions.length === 2);
  expect(canceled).toMatchObject({
    userId: order.userId,
    isCanceled: true,
    subscriptions: [
      { ...turnedOn, isActive: false },
      { name: 'xealthReports', turnedOn: false, isActive: false },
    ],
  });
});

it('an order that cannot be processed shows why', async () => {
  const at = await xealthClinic(connected.server);
  await newPatient(connected.server, at.clinic, { ...knownPatient, birthDate: '1985-01-12' });
  await notify(ordered(at, aboutPatient({})));
  const { reason } = await orderAs(at.clinic, (order) => order.reason !== null);
  expect(reason).toBe('There is a patient with this record number and another birthday.');
});

it('an order that Xealth does not return shows this until it does', async () => {
  const at = await xealthClinic(connected.server);
  const event = ordered(at, aboutPatient({}));
  await newPatient(connected.server, at.clinic, knownPatient);
  connected.xealth.failure = { status: 503, body: '' };
  await notify(event);
  const { reason } = await orderAs(at.clinic, (order) => order.reason !== null);
  connected.xealth.failure = null;
  expect(reason).toBe('The order could not be processed. The order itself is not the cause.');
  await notify(event);
  expect(await orderAs(at.clinic, ({ userId }) => userId !== null)).toMatchObject({ reason: null });
});
