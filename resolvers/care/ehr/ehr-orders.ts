import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ordersOrder } from '../../../src/care/ehr/ehr-order-history.service';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic } from '../clinics/clinics.types';
import {
  EhrOrder,
  EhrOrderArguments,
  EhrOrderConnection,
  EhrOrderMessage,
  EhrOrderReport,
  EhrOrderSubscription,
  toEhrOrder,
  toEhrOrderMessage,
  toEhrOrderReport,
} from './ehr-orders.types';
import { Patient, toPatient } from '../patients/patients.types';
import { keyedPage, pageComplexity } from '../../paging';

/** Orders of a clinic. */
@Resolver(() => Clinic)
export class EhrOrdersResolver {
  @FieldResolver(() => EhrOrderConnection, {
    nullable: true,
    description:
      'Orders that the clinic got from its EHR, newest first, with their outcome. For administrators.',
    complexity: pageComplexity,
  })
  async ehrOrders(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => EhrOrderArguments) page: EhrOrderArguments,
  ): Promise<EhrOrderConnection> {
    return keyedPage(
      { field: 'Clinic.ehrOrders', of: clinicId, order: ordersOrder },
      page,
      (part) => context.load(context.services.ehrOrderHistory.pages, { clinicId, ...part }),
      toEhrOrder,
    );
  }
}

/** The outcome of an order. */
@Resolver(() => EhrOrder)
export class EhrOrderResolver {
  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'The matched patient; absent as long as there is none, and if they have left the clinic.',
  })
  async patient(
    @Root() { clinicId, userId }: EhrOrder,
    @Ctx() context: RequestContext,
  ): Promise<Patient | null> {
    if (userId === null) return null;
    const found = await context.load(context.services.patientDirectory.findMany, { clinicId, userId });
    return found && toPatient(found);
  }

  @FieldResolver(() => [EhrOrderSubscription], {
    description: 'Subscriptions to reports that the order turned on or off.',
  })
  async subscriptions(
    @Root() { clinicId, userId, changeIds }: EhrOrder,
    @Ctx() context: RequestContext,
  ): Promise<EhrOrderSubscription[]> {
    if (userId === null) return [];
    const key = { clinicId, userId };
    const found = await context.load(context.services.ehrOrderHistory.subscriptionsByPatient, key);
    return found.flatMap(({ name, active: isActive, matchedMessages }) =>
      matchedMessages
        .filter(({ id }) => changeIds.includes(id))
        .map(({ active }) => ({ name, turnedOn: active ?? null, isActive })),
    );
  }

  @FieldResolver(() => [EhrOrderReport], {
    description:
      'The newest 20 scheduled reports of the last 90 days that refer to this order, newest first.',
  })
  async scheduledReports(
    @Root() { id }: EhrOrder,
    @Ctx() context: RequestContext,
  ): Promise<EhrOrderReport[]> {
    return (await context.load(context.services.ehrOrderHistory.reportsByOrder, id)).map(toEhrOrderReport);
  }

  @FieldResolver(() => [EhrOrderMessage], {
    description: 'The newest 20 messages of the last 90 days sent in reply to the order, newest first.',
  })
  async messages(@Root() { id }: EhrOrder, @Ctx() context: RequestContext): Promise<EhrOrderMessage[]> {
    return (await context.load(context.services.ehrOrderHistory.messagesByOrder, id)).map(toEhrOrderMessage);
  }
}
