import { EhrSubscriptionEntity } from '../../../../src/care/ehr/ehr-subscription.entity';
import { XealthOrderEntity } from '../../../../src/care/ehr/xealth/xealth-order.entity';
import { api } from '../../../support/api';
import { accepted, newPatient, type TestClinic } from '../../../support/clinics';
import { connectedRedox, orderedPatient } from '../../../support/connected-redox';
import { connectedXealth } from '../../../support/connected-xealth';
import { matchBody, newOrder, sent } from '../../../support/ehr';
import { bothWhileHeld, patientRow } from '../../../support/held-rows';
import type { OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';
import { aboutPatient, knownPatient, xealthClinic } from '../../../support/xealth';

const redox = connectedRedox();
const xealth = connectedXealth();

/** Changes the record number of a patient, while `order` is processed for the former one. */
const whileNumberChanges = (own: OwnApp, { id, path, admin }: TestClinic, userId: string, fields: object) => {
  const body = { ...fields, mrn: 'another' };
  const change = async () =>
    accepted(await api(own.server).put(`${path}/patients/${userId}`, { token: admin.token, body }));
  return (order: () => Promise<unknown>, isFirst: boolean) =>
    bothWhileHeld(own, patientRow(id, userId), isFirst ? [order, change] : [change, order]);
};

const subscriptions = async ({ database }: OwnApp, userId: string): Promise<boolean[]> =>
  (await database.reader.findBy(EhrSubscriptionEntity, { userId })).map(({ active }) => active);

describe('a record number that changes meanwhile', () => {
  it.each([false, true])(
    'turns no reports on by an order of Redox; the order is first: %s',
    async (isFirst) => {
      const { clinic, sourceId } = await redox.connected();
      const { id } = await newPatient(redox.server, clinic, orderedPatient);
      const documentId = await sent(redox.server, newOrder(sourceId));
      const body = matchBody(documentId, { criteria: ['MRN_DOB'], onUniqueMatch: 'ENABLE_REPORTS' });
      const order = async () =>
        accepted(await api(redox.server).post('/v1/redox/match', { token: redox.token, body }));
      await whileNumberChanges(redox.own, clinic, id as string, orderedPatient)(order, isFirst);
      expect(await subscriptions(redox.own, id as string)).not.toContain(true);
    },
  );

  it.each([false, true])(
    'turns no reports on by an order of Xealth; the order is first: %s',
    async (isFirst) => {
      const at = await xealthClinic(xealth.server);
      const { id } = await newPatient(xealth.server, at.clinic, knownPatient);
      const event = xealth.ordered(at, aboutPatient({}));
      await whileNumberChanges(
        xealth.own,
        at.clinic,
        id as string,
        knownPatient,
      )(() => xealth.notify(event), isFirst);
      await waitFor('the order', async () => {
        const order = await xealth.own.database.reader.findOneBy(XealthOrderEntity, {
          clinicId: at.clinic.id,
        });
        return order?.reason ?? order?.userId ?? undefined;
      });
      expect(await subscriptions(xealth.own, id as string)).not.toContain(true);
    },
  );
});
