import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../../identity/auth/accounts';
import { User } from '../../identity/auth/accounts.types';
import {
  CreateDataSourceInput,
  DataSource,
  DataSourceArguments,
  DataSourceConnection,
  DataSourcePayload,
  DeleteDataSourceInput,
  DeleteDataSourcesInput,
  toDataSource,
  UpdateDataSourceInput,
  UploadProviderDataInput,
} from './data-sources.types';
import type { ReadBody } from '../../../src/records/data/upload-turns.service';
import { dataSourceBody, dataSourceUpdateBody } from '../../../src/records/data-sources/data-source-body';
import { UploadDataPayload } from '../data/data.types';
import { recordsIn } from '../data/record-input';
import { requiredBodyIn } from '../data/table-inputs';
import { keyedPage, pageComplexity } from '../../paging';
import { Repeatable } from '../../repeatable';
import { removed, removedAll, RemovedAllPayload, RemovedPayload } from '../../removed-payload';

/** The data source with this id, through the loader of the request. Throws if it does not exist. */
export async function loadDataSource(context: RequestContext, id: string): Promise<DataSource> {
  const found = await context.load(context.services.dataSources.findMany, id);
  if (!found) throw notFound('There is no data source with this id.');
  return toDataSource(found, context.caller.kind === 'server');
}

/** The payload for a data source that an earlier request has created. */
const sourceAgain = async (context: RequestContext, created: string): Promise<DataSourcePayload> => ({
  dataSource: await loadDataSource(context, created),
});

/** Sources of data in accounts, other than uploads. */
@Resolver(() => User)
export class DataSourcesResolver {
  @FieldResolver(() => DataSourceConnection, {
    description: 'The account’s data sources, newest first. For the account itself.',
    complexity: pageComplexity,
  })
  dataSources(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => DataSourceArguments) { first, after, last, before, ...filter }: DataSourceArguments,
  ): Promise<DataSourceConnection> {
    return keyedPage(
      { field: 'User.dataSources', of: user.id, order: newestFirst, counts: true },
      { first, after, last, before },
      (part) => context.load(context.services.dataSources.lists, { userId: user.id, filter, ...part }),
      (source) => toDataSource(source, context.caller.kind === 'server'),
    );
  }

  @Query(() => DataSource, { description: 'A data source by its id. For the account it belongs to.' })
  dataSource(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the data source.' }) id: string,
  ): Promise<DataSource> {
    return loadDataSource(context, id);
  }

  @Repeatable(sourceAgain)
  @Mutation(() => DataSourcePayload, { description: 'Creates a data source. For trusted servers.' })
  async createDataSource(
    @Ctx() context: RequestContext,
    @Arg('input') input: CreateDataSourceInput,
  ): Promise<DataSourcePayload> {
    await loadUser(context, input.userId);
    const body = requiredBodyIn(input, { type: dataSourceBody, typed: 'details', json: 'dataSource' });
    return { dataSource: toDataSource(await context.services.dataSources.create(input.userId, body), true) };
  }

  @Mutation(() => DataSourcePayload, { description: 'Changes a data source. For trusted servers.' })
  async updateDataSource(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: UpdateDataSourceInput,
  ): Promise<DataSourcePayload> {
    const { id, revision } = input;
    const body = requiredBodyIn(input, { type: dataSourceUpdateBody, typed: 'set', json: 'changes' });
    return { dataSource: toDataSource(await services.dataSources.update(id, body, revision), true) };
  }

  @Repeatable()
  @Mutation(() => UploadDataPayload, {
    description:
      'Adds records to the data set of a connected account. For data providers and trusted servers.',
  })
  async uploadProviderData(
    @Ctx() context: RequestContext,
    @Arg('input') { data, records, ...account }: UploadProviderDataInput,
  ): Promise<UploadDataPayload> {
    const given = recordsIn({ data, records });
    const readRecords = () => Promise.resolve(given);
    return DataSourcesResolver.uploadProviderBody(context, account, readRecords);
  }

  /** `uploadProviderData` for bodies too large for variables. */
  static async uploadProviderBody(
    { services, sender }: RequestContext,
    account: { providerName: string; externalId: string },
    readBody: ReadBody,
  ): Promise<UploadDataPayload> {
    return services.providerUploads.upload(account, readBody, sender);
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a data source and its provider session; imported data stays. For trusted servers.',
  })
  async deleteDataSource(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id, revision }: DeleteDataSourceInput,
  ): Promise<RemovedPayload> {
    await services.dataSources.delete(id, revision);
    return removed(id);
  }

  @Mutation(() => RemovedAllPayload, {
    description: 'Deletes all data sources of an account and their provider sessions. For trusted servers.',
  })
  async deleteDataSources(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DeleteDataSourcesInput,
  ): Promise<RemovedAllPayload> {
    return removedAll(await services.dataSources.deleteAll(userId));
  }
}
