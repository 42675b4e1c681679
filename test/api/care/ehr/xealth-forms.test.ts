import { randomUUID } from 'node:crypto';
import { XealthOrderEntity } from '../../../../src/care/ehr/xealth/xealth-order.entity';
import { connectedXealth } from '../../../support/connected-xealth';
import { waitFor } from '../../../support/wait-until';
import { aboutPatient, xealthClinic } from '../../../support/xealth';

const connected = connectedXealth();

it.each([{ mrn: '778' }, { birthDate: '1985-01-12' }])(
  'an order is refused with a form that was completed for another person: %j',
  async (other) => {
    const at = await xealthClinic(connected.server);
    const event = await connected.placed(at, { patient: { email: `${randomUUID()}@example.com` } });
    const key = `${at.deployment}/${event.orderId as string}`;
    const { preorder } = connected.xealth.orders.get(key) ?? {};
    connected.xealth.orders.set(key, { ...aboutPatient(other), preorder });
    await connected.notify(event);
    const { reader } = connected.own.database;
    const outcome = await waitFor('the outcome', async () => {
      const order = await reader.findOneBy(XealthOrderEntity, { clinicId: at.clinic.id });
      return order?.reason ?? order?.userId ?? undefined;
    });
    expect(outcome).toBe('The completed form of the order is for another person.');
    expect(await connected.patientsOf(at.clinic)).toEqual([]);
  },
);
