import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Actor } from '../../src/data/data-set.service';
import type { RecordFilter } from '../../src/data/record-filter';
import { notFound } from '../../src/errors';
import { RequestContext } from '../../src/request/request-context';
import { DonePayload, User } from '../accounts.types';
import { countedPage, pageComplexity, pageInfo, pageSize } from '../paging';
import { DateTime } from '../scalars';
import { fromCursor, recordPlace, toCursor } from './cursor';
import {
  CreateDataSetInput,
  DataSet,
  DataSetConnection,
  DataSetPayload,
  DatumConnection,
  DeleteAllDataInput,
  DeleteDataInput,
  DeleteDataSetInput,
  toDataSet,
  UpdateDataSetInput,
  UploadDataInput,
  UploadDataPayload,
} from './data.types';
import { Datum, DatumType, toDatum } from './datum-types';

function actor({ caller, origin }: RequestContext): Actor {
  if (caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    isServer: caller.kind === 'server',
    provenance: { clientId: caller.clientId, sessionId: caller.sessionId, address: origin.address },
  };
}

@ArgsType()
class DataArguments {
  @Field(() => Int, { description: 'How many records at most, up to 1,000.', defaultValue: 100 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only records of this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only records of this instant or earlier.' })
  to?: number;

  @Field(() => [DatumType], { nullable: true, description: 'Only records of these types.' })
  types?: string[];
}

@ArgsType()
class DataSetArguments {
  @Field(() => Int, { description: 'How many data sets at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => String, { nullable: true, description: 'Only those of the application of this name.' })
  clientName?: string;

  @Field(() => String, { nullable: true, description: 'Only those of this device.' })
  deviceId?: string;

  @Field(() => Boolean, { nullable: true, description: 'Deleted ones, too.' })
  includeDeleted?: boolean;
}

/** Diabetes data: data sets and their records. */
@Resolver(() => User)
export class DataResolver {
  @Query(() => DataSet, { description: 'A data set by its id, deleted or not.' })
  async dataSet(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the data set.' }) id: string,
  ): Promise<DataSet> {
    const found = await context.load(context.services.dataSets.findMany, id);
    if (!found) throw notFound('There is no data set with this id.');
    return toDataSet(found);
  }

  @FieldResolver(() => DatumConnection, {
    description: 'The records of the account, by time and then by id.',
    complexity: pageComplexity,
  })
  async data(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => DataArguments) { first, after, ...filter }: DataArguments,
  ): Promise<DatumConnection> {
    const place = after === undefined ? undefined : fromCursor(after, recordPlace);
    const page = await context.load(context.services.records.pages, {
      userId: user.id,
      filter,
      size: pageSize(first),
      ...(place && { after: { time: place[0], id: place[1], uploadId: place[2] } }),
    });
    const edges = page.records.map(({ position, content }) => ({
      cursor: toCursor(position.time, position.id, position.uploadId),
      node: toDatum(content),
    }));
    return { edges, pageInfo: pageInfo(edges, page.hasMore, place !== undefined) };
  }

  @FieldResolver(() => [Datum], { description: 'The newest record of each of these types.' })
  async latestData(
    @Root() user: User,
    @Ctx() { services }: RequestContext,
    @Arg('types', () => [DatumType], { description: 'The types.' }) types: string[],
  ): Promise<Datum[]> {
    return (await services.records.latest(user.id, { types })).map(toDatum);
  }

  @FieldResolver(() => DataSetConnection, {
    description: 'The data sets of the account, newest first. A normal one shows once it is closed.',
    complexity: pageComplexity,
  })
  async dataSets(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => DataSetArguments) { first, after, ...filter }: DataSetArguments,
  ): Promise<DataSetConnection> {
    return countedPage(
      { first, after },
      (offset, size) =>
        context.load(context.services.dataSets.lists, { userId: user.id, filter, offset, size }),
      toDataSet,
    );
  }

  @Mutation(() => DataSetPayload, { description: 'Creates a data set to upload records to.' })
  async createDataSet(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, dataSet }: CreateDataSetInput,
  ): Promise<DataSetPayload> {
    const [owner] = await context.services.accounts.findMany([userId]);
    if (!owner) throw notFound('There is no such account.');
    return { dataSet: toDataSet(await context.services.dataSets.create(userId, dataSet, actor(context))) };
  }

  @Mutation(() => DataSetPayload, { description: 'Closes a normal data set, or changes a continuous one.' })
  async updateDataSet(
    @Ctx() context: RequestContext,
    @Arg('input') { dataSetId, changes }: UpdateDataSetInput,
  ): Promise<DataSetPayload> {
    return { dataSet: toDataSet(await context.services.dataSets.update(dataSetId, changes, actor(context))) };
  }

  @Mutation(() => UploadDataPayload, { description: 'Puts records into a data set.' })
  async uploadData(
    @Ctx() { services }: RequestContext,
    @Arg('input') { dataSetId, records }: UploadDataInput,
  ): Promise<UploadDataPayload> {
    return { stored: await services.uploads.upload(dataSetId, () => Promise.resolve(records)) };
  }

  @Mutation(() => DonePayload, {
    description: 'Deletes records of an open data set; what does not exist is no error.',
  })
  async deleteData(
    @Ctx() { services }: RequestContext,
    @Arg('input') { dataSetId, selectors }: DeleteDataInput,
  ): Promise<DonePayload> {
    await services.deletions.deleteData(dataSetId, selectors);
    return { done: true };
  }

  @Mutation(() => DataSetPayload, {
    description: 'Destroys the records of a data set; the data set itself stays, as a deleted one.',
  })
  async deleteDataSet(
    @Ctx() { services }: RequestContext,
    @Arg('input') { dataSetId }: DeleteDataSetInput,
  ): Promise<DataSetPayload> {
    return { dataSet: toDataSet(await services.deletions.deleteDataSet(dataSetId)) };
  }

  @Mutation(() => DonePayload, {
    description: 'Destroys all data sets of an account and their records. For trusted servers.',
  })
  async deleteAllData(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DeleteAllDataInput,
  ): Promise<DonePayload> {
    await services.deletions.deleteAll(userId);
    return { done: true };
  }

  /** `uploadData` for bodies that are too large to pass through variables. */
  static uploadBody(
    { services }: RequestContext,
    { dataSetId }: { dataSetId: string },
    readBody: () => Promise<unknown>,
  ): Promise<number> {
    return services.uploads.upload(dataSetId, readBody);
  }

  /** `User.data` for answers of any length: pieces of one JSON array. */
  static streamData(
    { services }: RequestContext,
    user: { id: string },
    filter: RecordFilter,
  ): AsyncIterable<string> {
    return services.records.stream(user.id, filter);
  }

  /** `User.latestData` as texts of JSON. */
  static latestTexts(
    { services }: RequestContext,
    user: { id: string },
    filter: RecordFilter,
  ): Promise<string[]> {
    return services.records.latest(user.id, filter);
  }
}
