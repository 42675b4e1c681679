import { isAdmin } from '../../../src/care/clinics/people/clinician-role';
import type { RequestContext } from '../../../src/request/request-context';
import { hex24, nodeType } from '../../node-type';
import { toEhrOrder, type EhrOrder } from './ehr-orders.types';

/** Whether the caller sees the orders of a clinic, as in `Clinic.ehrOrders`. */
async function seesOrders(context: RequestContext, clinicId: string): Promise<boolean> {
  const { caller, services } = context;
  if (caller.kind !== 'user') return caller.kind === 'server';
  return isAdmin(await context.load(services.clinicians.findRoles, { clinicId, userId: caller.userId }));
}

/** Orders from health record systems, for administrators of their clinics. */
export const ehrNodes = [
  nodeType<EhrOrder>({
    type: 'EhrOrder',
    ownId: hex24,
    load: async (context, id) => {
      const found = await context.load(context.services.ehrOrderHistory.findMany, id);
      return found && (await seesOrders(context, found.clinicId)) ? toEhrOrder(found) : null;
    },
    // The rule of a page logs the access for the patient of the order.
    way: (order) => ({ type: 'EhrOrderConnection', field: 'edges', parent: { edges: [{ node: order }] } }),
  }),
];
