import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { accountEdges } from '../../identity/auth/account-edge';
import { recordPageComplexity } from '../../paging';
import { DatumConnection } from './data.types';
import { DataSet } from './data-set.types';
import { RecordArguments, recordPage } from './record-page';

/** Edges of a data set. */
@Resolver(() => DataSet)
export class DataSetResolver {
  @FieldResolver(() => DatumConnection, {
    description:
      'The visible records of the data set, by time and then by id, oldest first unless asked otherwise; from any source.',
    complexity: recordPageComplexity,
  })
  records(
    @Root() { userId, id: uploadId }: DataSet,
    @Ctx() context: RequestContext,
    @Args(() => RecordArguments) asked: RecordArguments,
  ): Promise<DatumConnection> {
    const list = { field: 'DataSet.records', of: uploadId };
    return recordPage(context, list, userId, asked, { uploadId, carelink: true });
  }

  @FieldResolver(() => Int, {
    description: 'Number of visible records; 0 until a normal data set is closed.',
    complexity: 10,
  })
  async recordCount(
    @Root() { userId, id: uploadId }: DataSet,
    @Ctx() context: RequestContext,
  ): Promise<number> {
    return (await context.load(context.services.records.describe, { userId, uploadId })).count;
  }
}

/** The accounts behind a data set. */
export const DataSetAccounts = accountEdges(DataSet, {
  owner: { accountOf: ({ userId }) => userId, description: 'The account that owns the data.' },
  createdBy: {
    accountOf: ({ createdByUserId }) => createdByUserId,
    description: 'The account that created the data set; absent for trusted servers.',
  },
});
