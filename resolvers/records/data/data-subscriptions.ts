import { Arg, Ctx, FieldResolver, ID, Int, Resolver, Root, Subscription } from 'type-graphql';
import {
  dataEvents,
  dataSetEvents,
  type DataAdded as DataEvent,
  type DataSetEvent,
} from '../../../src/records/data/data-events';
import { RequestContext } from '../../../src/request/request-context';
import { pageSize, recordPageComplexity } from '../../paging';
import { listensTo, Since } from '../../subscribe';
import { DataAdded, DataSetChange } from './data-subscriptions.types';
import { DataSet, toDataSet } from './data-set.types';
import { Datum, toDatum } from './datum-types';

interface OfUser {
  userId: string;
}

/** The data set of this account; another account may have one with the same id. */
async function loadDataSet(
  context: RequestContext,
  userId: string,
  uploadId: string | null,
): Promise<DataSet | null> {
  const found = uploadId === null ? null : await context.load(context.services.dataSets.findMany, uploadId);
  return found?.userId === userId ? toDataSet(found) : null;
}

/** Subscriptions to data. */
@Resolver(() => DataAdded)
export class DataSubscriptions {
  @Subscription(() => DataAdded, {
    description:
      'Emits new records of an account: each batch of a continuous data set, and a normal data set once it is closed.',
    subscribe: listensTo(({ userId }: OfUser) => dataEvents(userId)),
  })
  async dataAdded(
    @Root() { uploadId, batch }: DataEvent,
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
    @Since() _since?: string,
  ): Promise<DataAdded> {
    const { records } = context.services;
    const described = batch ?? (await context.load(records.describe, { userId, uploadId }));
    return { ...described, userId, dataSetId: uploadId };
  }

  @FieldResolver(() => [Datum], {
    description:
      'The newest of these records, newest first; at most 100 per batch. `User.data` with `from`, `to` and `types` returns all of them.',
    complexity: recordPageComplexity,
  })
  async records(
    @Root() { userId, dataSetId: uploadId, newestIds }: DataAdded,
    @Ctx() context: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Maximum number of records, up to 1,000.' })
    first: number,
  ): Promise<Datum[]> {
    const filter = { uploadId, ...(newestIds && { ids: newestIds }) };
    const question = { userId, filter, size: pageSize(first), newestFirst: true };
    const page = await context.load(context.services.records.pages, question);
    return page.records.map(({ content }) => toDatum(content, userId));
  }

  @FieldResolver(() => DataSet, { nullable: true, description: 'The data set after the change.' })
  dataSet(@Root() { userId, dataSetId }: DataAdded, @Ctx() context: RequestContext): Promise<DataSet | null> {
    return loadDataSet(context, userId, dataSetId);
  }

  @Subscription(() => DataSetChange, {
    description: 'Emits when a data set of an account is created, changed, closed or deleted.',
    subscribe: listensTo(({ userId }: OfUser) => dataSetEvents(userId)),
  })
  async dataSetChanged(
    @Root() { kind, uploadId }: DataSetEvent,
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
    @Since() _since?: string,
  ): Promise<DataSetChange> {
    return { kind, dataSetId: uploadId, dataSet: await loadDataSet(context, userId, uploadId) };
  }
}
