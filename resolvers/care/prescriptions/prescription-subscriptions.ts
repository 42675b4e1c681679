import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import {
  prescriptionEvents,
  type PrescriptionEvent,
} from '../../../src/care/prescriptions/prescription-events';
import { RequestContext } from '../../../src/request/request-context';
import { PrescriptionChange } from './prescription-inputs.types';
import { toPrescription } from './prescriptions.types';
import { listensTo, Since } from '../../subscribe';

/** Subscriptions to prescriptions. */
@Resolver()
export class PrescriptionSubscriptions {
  @Subscription(() => PrescriptionChange, {
    description: 'Emits when a prescription of a clinic is written, changed, claimed or deleted.',
    subscribe: listensTo(({ clinicId }: { clinicId: string }) => prescriptionEvents(clinicId)),
  })
  async prescriptionChanged(
    @Root() { clinicId, prescriptionId }: PrescriptionEvent,
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): Promise<PrescriptionChange> {
    const key = { clinicId, id: prescriptionId };
    const found = await context.load(context.services.prescriptionDirectory.findMany, key);
    return { prescriptionId, prescription: found && toPrescription(found) };
  }
}
