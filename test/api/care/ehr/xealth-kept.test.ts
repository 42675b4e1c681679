import { randomUUID } from 'node:crypto';
import { EhrSubscriptionEntity } from '../../../../src/care/ehr/ehr-subscription.entity';
import { XealthOrderEntity } from '../../../../src/care/ehr/xealth/xealth-order.entity';
import { XealthPreorderEntity } from '../../../../src/care/ehr/xealth/xealth-preorder.entity';
import { XealthViewEntity } from '../../../../src/care/ehr/xealth/xealth-view.entity';
import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, addPatient } from '../../../support/clinics';
import { connectedXealth } from '../../../support/connected-xealth';
import { aboutPatient, knownPatient as known, xealthClinic } from '../../../support/xealth';

const connected = connectedXealth();
const { notify, open, view, programs, placed, ordered, enrolled, withPatient, patientsOf } = connected;

const today = new Date().toISOString().slice(0, 10);

describe('stored Xealth data', () => {
  const kept = async (userId: string) => {
    const { reader } = connected.own.database;
    const found = [
      await reader.findBy(XealthOrderEntity, { userId }),
      await reader.findBy(XealthViewEntity, { userId }),
      await reader.findBy(EhrSubscriptionEntity, { userId }),
    ];
    return found.map((rows) => rows.map(({ clinicId }) => clinicId));
  };

  it('is deleted with the patient', async () => {
    const { clinic, deployment, id } = await withPatient();
    const { url } = accepted(await open(deployment));
    expect(await kept(id)).toEqual([[clinic.id], [clinic.id], [clinic.id]]);
    const { admin, path } = clinic;
    accepted(await api(connected.server).delete(`${path}/patients/${id}`, { token: admin.token }));
    expect(await kept(id)).toEqual([[], [], []]);
    expect((await view(url as string)).status).toBe(401);
    expect(await programs(deployment)).toEqual({ present: false });
  });

  it('moves to the other clinic in a merge, including forms without their order', async () => {
    const { clinic, deployment, id } = await withPatient();
    const source = { clinic, deployment };
    accepted(await open(deployment, { viewer: 'doctor' }));
    const [email, somebody] = [`${randomUUID()}@example.com`, { mrn: '778' }];
    const event = await placed(source, { patient: { email } }, somebody);
    const target = await xealthClinic(connected.server);
    const order = await placed(target, { patient: { email: `${randomUUID()}@example.com` } }, { mrn: '779' });
    const body = { sourceId: clinic.id };
    const { token } = connected;
    accepted(await api(connected.server).post(`${target.clinic.path}/merge`, { token, body }));
    const ids = [target.clinic.id];
    expect(await kept(id)).toEqual([ids, ids, ids]);
    const [{ description }] = (await programs(target.deployment, { viewer: 'doctor' })).programs;
    expect(description).toContain(`Last Viewed by You: ${today}`);
    connected.xealth.orders.set(
      `${target.deployment}/${event.orderId as string}`,
      connected.xealth.orders.get(`${deployment}/${event.orderId as string}`) ?? {},
    );
    await notify({ ...event, deployment: target.deployment });
    await notify(order);
    await enrolled(target.deployment, true, somebody);
    await enrolled(target.deployment, true, { mrn: '779' });
    expect(await patientsOf(target.clinic)).toHaveLength(3);
  });

  it('is deleted with a closed clinic', async () => {
    const at = await xealthClinic(connected.server);
    const event = await placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    await notify({ ...event, eventContext: 'cancel' });
    const waiting = async () => {
      const { reader } = connected.own.database;
      const clinicId = at.clinic.id;
      return [
        await reader.countBy(XealthPreorderEntity, { clinicId }),
        await reader.countBy(XealthOrderEntity, { clinicId }),
      ];
    };
    expect(await waiting()).toEqual([1, 1]);
    accepted(await api(connected.server).delete(at.clinic.path, { token: connected.token }));
    expect(await waiting()).toEqual([0, 0]);
  });

  it('is deleted after 90 days without effect', async () => {
    const at = await xealthClinic(connected.server);
    const { id } = await withPatient();
    const events = [
      await placed(at, { patient: { email: `${randomUUID()}@example.com` } }),
      await placed(at, { patient: { email: `${randomUUID()}@example.com` } }),
    ];
    for (const event of events) await notify({ ...event, eventContext: 'cancel' });
    const { database, app } = connected.own;
    const clinicId = at.clinic.id;
    const rows = async () => [
      await database.reader.find(XealthPreorderEntity, { where: { clinicId }, order: { trackingId: 'ASC' } }),
      await database.reader.find(XealthOrderEntity, { where: { clinicId }, order: { id: 'ASC' } }),
    ];
    const [forms = [], orders = []] = await rows();
    expect([forms.length, orders.length]).toEqual([2, 2]);
    const daysAgo = (days: number) => ({ createdTime: Date.now() - days * 86_400_000 });
    await database.transaction(async (manager) => {
      for (const [index, days] of [90, 89].entries()) {
        const { trackingId } = forms[index] as XealthPreorderEntity;
        await manager.update(XealthPreorderEntity, { clinicId, trackingId }, daysAgo(days));
        await manager.update(
          XealthOrderEntity,
          { id: (orders[index] as XealthOrderEntity).id },
          daysAgo(days),
        );
      }
      await manager.update(XealthOrderEntity, { userId: id }, daysAgo(91));
    });
    const { xealthPreorders, xealthOrders } = app.services;
    await xealthPreorders.purge(() => false);
    await xealthOrders.purge(() => false);
    const [formsLeft = [], ordersLeft = []] = await rows();
    expect([formsLeft, ordersLeft]).toMatchObject([
      [{ trackingId: (forms[1] as XealthPreorderEntity).trackingId }],
      [{ id: (orders[1] as XealthOrderEntity).id }],
    ]);
    const [ofPatient = []] = await kept(id);
    expect(ofPatient).toHaveLength(1);
  });
});

it("viewing a report is in the access log of the patient's account", async () => {
  const { server } = connected;
  const at = await xealthClinic(server);
  const patient = await newAccount(server);
  await addPatient(server, at.clinic, patient, ['view'], known);
  await notify(ordered(at, aboutPatient({})));
  await enrolled(at.deployment, true);
  const { url } = accepted(await open(at.deployment));
  const operation = 'GET /v1/xealth/report/web/viewer.html';
  const looks = async () =>
    (await accessLog(server, patient.userId, patient.token)).filter((each) => each.operation === operation);
  expect((await view((url as string).replace('patientId=', 'patientId=0'))).status).toBe(401);
  expect(await looks()).toEqual([]);
  expect((await view(url as string)).status).toBe(200);
  await onRecord(server, patient.userId, patient.token, { operation, kind: 'READ', actorId: null });
  expect(await looks()).toHaveLength(1);
});
