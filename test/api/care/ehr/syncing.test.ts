import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { connectClinic, matchBody, newOrder, person, sent } from '../../../support/ehr';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { legacyCbg } from '../../../support/legacy-records';
import { newPerson, type Person } from '../../../support/person';
import { verificationToken, type ServerUnderTest } from '../../../support/server';
import { minute, reading, recentHour, recomputed } from '../../../support/summaries';
import { EhrMessageEntity } from '../../../../src/care/ehr/ehr-message.entity';
import { EhrSubscriptionEntity } from '../../../../src/care/ehr/ehr-subscription.entity';
import { ScheduledOrderEntity } from '../../../../src/care/ehr/scheduled-order.entity';

let own: OwnApp;
let server: ServerUnderTest;
let token: string;

beforeAll(async () => {
  own = await startOwnApp({ REDOX_VERIFICATION_TOKEN: verificationToken });
  ({ server } = own);
  token = await newServerToken(server);
});

afterAll(() => own.close());

interface Connected {
  clinic: TestClinic;
  sourceId: string;
  patientId: string;
}

/** A connected clinic with the patient of the orders. */
async function connected(settings: object = {}): Promise<Connected> {
  const clinic = await newClinic(server);
  const sourceId = await connectClinic(server, clinic, settings);
  const fields = { mrn: person.mrn, fullName: 'Ann Other', birthDate: person.birthDate };
  const { id } = await newPatient(server, clinic, fields);
  return { clinic, sourceId, patientId: id as string };
}

const match = async (documentId: string, onUniqueMatch: string): Promise<Json> => {
  const body = matchBody(documentId, { criteria: ['MRN_DOB'], onUniqueMatch });
  return accepted(await api(server).post('/v1/redox/match', { token, body }));
};

const subscriptionOf = ({ clinic, patientId }: Connected) =>
  own.database.reader.findOneBy(EhrSubscriptionEntity, { clinicId: clinic.id, userId: patientId });

const scheduledFor = (userId: string) =>
  own.database.reader.find(ScheduledOrderEntity, { where: { userId }, order: { id: 'ASC' } });

const messageOf = (id: string) => ({ id, dataModel: 'Order', eventType: 'New' });

const syncClinic = async ({ id }: TestClinic) =>
  (await api(server).post(`/v1/clinics/${id}/ehr/sync`, { token })).status;
const syncPatient = async (id: string) =>
  (await api(server).post(`/v1/patients/${id}/ehr/sync`, { token })).status;

describe('a subscription', () => {
  it('is turned on and off by orders, each of which counts once', async () => {
    const at = await connected();
    const [one, two] = [await sent(server, newOrder(at.sourceId)), await sent(server, newOrder(at.sourceId))];
    await match(one, 'ENABLE_REPORTS');
    const first = await subscriptionOf(at);
    expect(first).toMatchObject({
      name: 'summaryAndReports',
      active: true,
      provider: 'redox',
      matchedMessages: [messageOf(one)],
    });
    await match(one, 'DISABLE_REPORTS');
    expect(await subscriptionOf(at)).toEqual(first);
    await match(two, 'DISABLE_REPORTS');
    expect(await subscriptionOf(at)).toMatchObject({
      active: false,
      createdTime: first?.createdTime,
      matchedMessages: [messageOf(one), messageOf(two)],
    });
  });

  it('starts inactive if an order turns it off first, and is not reported', async () => {
    const at = await connected();
    const { patients } = await match(await sent(server, newOrder(at.sourceId)), 'DISABLE_REPORTS');
    expect(await subscriptionOf(at)).toMatchObject({ active: false });
    expect(JSON.stringify(patients)).not.toMatch(/summaryAndReports/);
  });

  it('loses no order if several arrive concurrently', async () => {
    const at = await connected();
    const orders = await Promise.all(Array.from({ length: 5 }, () => sent(server, newOrder(at.sourceId))));
    await Promise.all(orders.map((order) => match(order, 'ENABLE_REPORTS')));
    const subscription = await subscriptionOf(at);
    expect(subscription?.matchedMessages.map(({ id }) => id).sort()).toEqual([...orders].sort());
  });

  it('belongs to one patient: several matches change nothing', async () => {
    const at = await connected();
    await newPatient(server, at.clinic, { mrn: person.mrn, birthDate: person.birthDate });
    const { patients } = await match(await sent(server, newOrder(at.sourceId)), 'ENABLE_REPORTS');
    expect(patients).toHaveLength(2);
    expect(await subscriptionOf(at)).toBeNull();
  });

  it('ends only with a new record number', async () => {
    const at = await connected();
    await match(await sent(server, newOrder(at.sourceId)), 'ENABLE_REPORTS');
    const path = `${at.clinic.path}/patients/${at.patientId}`;
    const change = async (fields: object) =>
      accepted(await api(server).put(path, { token: at.clinic.admin.token, body: fields }));
    const known = { fullName: 'Ann New', birthDate: person.birthDate };
    await change({ ...known, mrn: person.mrn });
    expect(await subscriptionOf(at)).toMatchObject({ active: true });
    await change({ ...known, mrn: 'of somebody else' });
    expect(await subscriptionOf(at)).toMatchObject({ active: false });
    // Scheduled reports would go to the person who has that number.
    expect([await syncClinic(at.clinic), await scheduledFor(at.patientId)]).toEqual([202, []]);
    await change({ ...known, mrn: person.mrn });
    await match(await sent(server, newOrder(at.sourceId)), 'ENABLE_REPORTS');
    expect(await subscriptionOf(at)).toMatchObject({ active: true });
    await change(known);
    expect(await subscriptionOf(at)).toMatchObject({ active: false });
  });

  it('is deleted with the patient', async () => {
    const at = await connected();
    await match(await sent(server, newOrder(at.sourceId)), 'ENABLE_REPORTS');
    await syncClinic(at.clinic);
    const path = `${at.clinic.path}/patients/${at.patientId}`;
    accepted(await api(server).delete(path, { token: at.clinic.admin.token }));
    expect([await subscriptionOf(at), await scheduledFor(at.patientId)]).toEqual([null, []]);
  });
});

it('moves with the patient when clinics are merged, with messages and scheduled reports', async () => {
  const at = await connected();
  const target = await newClinic(server);
  await connectClinic(server, target);
  const order = await sent(server, newOrder(at.sourceId));
  await match(order, 'ENABLE_REPORTS');
  await syncClinic(at.clinic);
  const before = await subscriptionOf(at);
  const body = { sourceId: at.clinic.id };
  accepted(await api(server).post(`${target.path}/merge`, { token, body }));
  const after = { ...at, clinic: target };
  expect(await subscriptionOf(at)).toBeNull();
  expect(await subscriptionOf(after)).toEqual({ ...before, clinicId: target.id });
  const message = await own.database.reader.findOneBy(EhrMessageEntity, { id: order });
  expect(message).toMatchObject({ clinicId: target.id, userId: at.patientId });
  expect([await syncClinic(at.clinic), await syncClinic(target)]).toEqual([404, 202]);
  const scheduled = await scheduledFor(at.patientId);
  expect(scheduled.map(({ clinicId, messageId }) => [clinicId, messageId])).toEqual([
    [target.id, order],
    [target.id, order],
  ]);
});

describe('reports without an order', () => {
  it('are scheduled for subscribed patients of a clinic, after the last order and the previous report', async () => {
    const at = await connected();
    const other = await newPatient(server, at.clinic, { mrn: '2', birthDate: person.birthDate });
    expect(await syncClinic(at.clinic)).toBe(202);
    const [one, two] = [await sent(server, newOrder(at.sourceId)), await sent(server, newOrder(at.sourceId))];
    await match(one, 'ENABLE_REPORTS');
    expect(await syncClinic(at.clinic)).toBe(202);
    expect(await syncClinic(at.clinic)).toBe(202);
    await match(two, 'ENABLE_REPORTS');
    expect(await syncClinic(at.clinic)).toBe(202);
    const [first, second, third, ...more] = await scheduledFor(at.patientId);
    expect(first).toMatchObject({ clinicId: at.clinic.id, messageId: one, precedingId: null });
    expect(second).toMatchObject({
      messageId: one,
      precedingId: first?.id,
      precedingTime: first?.createdTime,
    });
    expect(third).toMatchObject({ messageId: two, precedingId: null, precedingTime: null });
    expect([more, await scheduledFor(other.id as string)]).toEqual([[], []]);
    await match(await sent(server, newOrder(at.sourceId)), 'DISABLE_REPORTS');
    expect(await syncClinic(at.clinic)).toBe(202);
    expect(await scheduledFor(at.patientId)).toHaveLength(3);
  });

  it('require a clinic that is connected to Redox', async () => {
    const unconnected = await newClinic(server);
    const { post } = api(server);
    const refusal = async ({ path }: Pick<TestClinic, 'path'>) => {
      const { status, body } = await post(`${path}/ehr/sync`, { token });
      return [status, body.message];
    };
    const notConnected = 'The clinic has no active connection to a health record system through Redox.';
    expect(await refusal(unconnected)).toEqual([404, notConnected]);
    for (const settings of [{ enabled: false }, { provider: 'xealth' }]) {
      await connectClinic(server, unconnected, settings);
      expect(await refusal(unconnected)).toEqual([404, notConnected]);
    }
    const unknown = { path: `/v1/clinics/${'f'.repeat(24)}` };
    expect(await refusal(unknown)).toEqual([404, 'There is no such clinic.']);
    expect((await post('/v1/clinics/nonsense/ehr/sync', { token })).status).toBe(400);
    const { token: admin } = unconnected.admin;
    expect((await post('/v1/clinics/nonsense/ehr/sync', { token: admin })).status).toBe(403);
    expect((await post(`${unconnected.path}/ehr/sync`)).status).toBe(401);
  });

  it('are scheduled for an account if the clinic wants them after uploads', async () => {
    const at = await connected();
    await match(await sent(server, newOrder(at.sourceId)), 'ENABLE_REPORTS');
    expect(await syncPatient(at.patientId)).toBe(202);
    expect(await scheduledFor(at.patientId)).toHaveLength(1);
    const without = { onUploadEnabled: false, cadence: '14d' };
    const silent = await connected({ scheduledReports: without });
    await match(await sent(server, newOrder(silent.sourceId)), 'ENABLE_REPORTS');
    expect(await syncPatient(silent.patientId)).toBe(202);
    expect(await scheduledFor(silent.patientId)).toEqual([]);
  });

  /** A person who uploads, and whose reports an order has enabled. */
  async function uploader(): Promise<Person> {
    const patient = await newPerson(server);
    const clinic = await newClinic(server);
    const sourceId = await connectClinic(server, clinic);
    const fields = { mrn: person.mrn, fullName: 'Ann Other', birthDate: person.birthDate };
    await addPatient(server, clinic, patient, ['view'], fields);
    await match(await sent(server, newOrder(sourceId)), 'ENABLE_REPORTS');
    return patient;
  }

  it.each([
    ['whole', 1],
    ['which may go on', 1_000],
  ])('follow a legacy upload, %s, once the summary includes it', async (_what, count) => {
    const patient = await uploader();
    const times = Array.from({ length: count }, (_, index) => recentHour() - index * 5 * minute);
    await patient.uploadedLegacy(
      times.map((time) => legacyCbg({ time: new Date(time).toISOString(), deviceId: 'd' })),
    );
    expect(await scheduledFor(patient.userId)).toEqual([]);
    await recomputed(server, patient);
    expect(await scheduledFor(patient.userId)).toHaveLength(1);
    await recomputed(server, patient);
    expect(await scheduledFor(patient.userId)).toHaveLength(1);
  });

  it('do not follow single readings and deletions', async () => {
    const patient = await uploader();
    const dataSetId = await patient.openedContinuous();
    await patient.uploaded(dataSetId, [reading(recentHour())]);
    await recomputed(server, patient);
    await patient.deleted(dataSetId);
    await recomputed(server, patient);
    expect(await scheduledFor(patient.userId)).toEqual([]);
  });

  it('follow an upload, once the summary includes it', async () => {
    const patient = await uploader();
    const dataSetId = await patient.opened({});
    await patient.uploaded(dataSetId, [reading(recentHour())]);
    await patient.closed(dataSetId);
    expect(await scheduledFor(patient.userId)).toEqual([]);
    await recomputed(server, patient);
    expect(await scheduledFor(patient.userId)).toHaveLength(1);
    await recomputed(server, patient);
    expect(await scheduledFor(patient.userId)).toHaveLength(1);
  });

  it("are not scheduled for an unknown account or on the account's own request", async () => {
    const { token: person, userId } = await newAccount(server);
    expect(await syncPatient('0123456789')).toBe(202);
    expect(await syncPatient('nonsense')).toBe(400);
    const refused = await api(server).post(`/v1/patients/${userId}/ehr/sync`, { token: person });
    expect(refused.status).toBe(403);
  });
});

it('all callers are refused without a configured token', async () => {
  const closed = await startOwnApp();
  try {
    const { post } = api(closed.server);
    const headers = { 'verification-token': '' };
    const serverToken = await newServerToken(closed.server);
    const statuses = [
      await post('/v1/redox', { body: newOrder('a'), headers }),
      await post('/v1/redox/verify', { body: { 'verification-token': '', challenge: 'a' } }),
      await post('/v1/redox/match', { token: serverToken, body: matchBody('f'.repeat(24)) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401]);
  } finally {
    await closed.close();
  }
});
