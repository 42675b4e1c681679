import { newestFirst } from '../../../src/platform/list-part';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { pageArguments, type PageArguments } from '../../page-arguments';
import type { Actor, SentUpdate } from '../../../src/records/data/data-set.service';
import { typesOfLatest } from '../../../src/records/data/record-reader.service';
import { dataSetBody, dataSetUpdateBody } from '../../../src/records/data/data-set-body';
import type { RecordFilter } from '../../../src/records/data/record-filter';
import { mostRecords, type ReadBody } from '../../../src/records/data/upload-turns.service';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { changedAccount } from '../../identity/auth/accounts';
import { ChangedAccountPayload, User } from '../../identity/auth/accounts.types';
import { keyedPage, pageComplexity, recordComplexity, recordPageComplexity, type Cost } from '../../paging';
import {
  CreateDataSetInput,
  DataSetConnection,
  DataSetPayload,
  DatumConnection,
  DeleteAllDataInput,
  DeleteDataInput,
  DeleteDataPayload,
  DeleteDataSetInput,
  selectorsIn,
  UpdateDataSetInput,
  UploadDataInput,
  UploadDataPayload,
  UploadLegacyDataInput,
  UploadLegacyDataPayload,
} from './data.types';
import { loadDataSet } from './changed-data-sets';
import { DataFilter, toRecordFilter } from './data-filter';
import { DataSet, toDataSet } from './data-set.types';
import { Datum, DatumType, toDatum } from './datum-types';
import { recordsIn } from './record-input';
import { bodyIn, requiredBodyIn } from './table-inputs';
import { RecordArguments, recordPage, withoutNulls } from './record-page';
import { Repeatable } from '../../repeatable';

function actor({ caller, origin }: RequestContext): Actor {
  if (caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    isServer: caller.kind === 'server',
    provenance: { clientId: caller.clientId, sessionId: caller.sessionId, address: origin.address },
  };
}

/** `upload` is not a record in the graph, which lists data sets separately. */
const latestTypes = typesOfLatest.filter((type) => type !== 'upload');

@ArgsType()
class DataArguments extends RecordArguments {
  @Field(() => DataFilter, {
    nullable: true,
    description: 'Filters in addition to time and type.',
  })
  filter?: DataFilter;
}

@ArgsType()
class DataSetArguments extends pageArguments('data sets') {
  @Field(() => String, { nullable: true, description: 'Only those uploaded by this application.' })
  clientName?: string;

  @Field(() => String, { nullable: true, description: 'Only those of this device.' })
  deviceId?: string;

  @Field(() => Boolean, { nullable: true, description: 'Include deleted data sets.' })
  includeDeleted?: boolean;
}

/** Cost of searching for records without an index, in plain fields; measured with a few years of readings. */
const searchComplexity = 10_000;

const latestComplexity = ({ args, childComplexity }: Cost<{ types?: string[]; filter?: unknown }>): number =>
  (args.types ?? latestTypes).length * (recordComplexity + childComplexity) +
  (args.filter ? searchComplexity : 0);

const dataComplexity = ({ args, childComplexity }: Cost<PageArguments & { filter?: unknown }>): number =>
  recordPageComplexity({ args, childComplexity }) + (args.filter ? searchComplexity : 0);

/** Diabetes data: data sets and their records. */
@Resolver(() => User)
export class DataResolver {
  /** Of an upload. */
  static readonly mostRecords = mostRecords;

  @Query(() => DataSet, { description: 'A data set by its id, deleted or not.' })
  dataSet(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the data set.' }) id: string,
  ): Promise<DataSet> {
    return loadDataSet(context, id);
  }

  @FieldResolver(() => DatumConnection, {
    description: 'The records of the account, by time and then by id, oldest first unless asked otherwise.',
    complexity: dataComplexity,
  })
  async data(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => DataArguments) { filter, ...asked }: DataArguments,
  ): Promise<DatumConnection> {
    const list = { field: 'User.data', of: user.id };
    return recordPage(context, list, user.id, asked, toRecordFilter(filter ?? undefined));
  }

  @FieldResolver(() => [Datum], {
    description: 'The newest record of each type, in the order of the types.',
    complexity: latestComplexity,
  })
  async latestData(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Arg('types', () => [DatumType], {
      nullable: true,
      description:
        'The types; by default those of readings, doses, meals, events and settings. An empty list finds nothing.',
    })
    types?: string[],
    @Arg('filter', () => DataFilter, { nullable: true, description: 'Filters in addition to type.' })
    filter?: DataFilter,
  ): Promise<Datum[]> {
    const narrowed = { ...toRecordFilter(filter ?? undefined), types: types ?? latestTypes };
    const texts = await context.load(context.services.records.newest, { userId: user.id, filter: narrowed });
    return texts.map((text) => toDatum(text, user.id));
  }

  @FieldResolver(() => DataSetConnection, {
    description: 'The data sets of the account, newest first. Normal ones are included once closed.',
    complexity: pageComplexity,
  })
  async dataSets(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => DataSetArguments) { first, after, last, before, ...filter }: DataSetArguments,
  ): Promise<DataSetConnection> {
    return keyedPage(
      { field: 'User.dataSets', of: user.id, order: newestFirst, counts: true },
      { first, after, last, before },
      (part) =>
        context.load(context.services.dataSets.lists, {
          userId: user.id,
          filter: withoutNulls(filter),
          ...part,
        }),
      toDataSet,
    );
  }

  @Repeatable()
  @Mutation(() => DataSetPayload, { description: 'Creates a data set to upload records to.' })
  async createDataSet(
    @Ctx() context: RequestContext,
    @Arg('input') input: CreateDataSetInput,
  ): Promise<DataSetPayload> {
    const [owner] = await context.services.accounts.findMany([input.userId]);
    if (!owner) throw notFound('There is no such account.').about('userId');
    const { sender, services } = context;
    const body = requiredBodyIn(input, { type: dataSetBody, typed: 'details', json: 'dataSet' });
    return { dataSet: toDataSet(await services.dataSets.create(input.userId, body, actor(context), sender)) };
  }

  @Mutation(() => DataSetPayload, { description: 'Closes a normal data set, or changes a continuous one.' })
  async updateDataSet(
    @Ctx() context: RequestContext,
    @Arg('input') input: UpdateDataSetInput,
  ): Promise<DataSetPayload> {
    const readBody = () =>
      Promise.resolve(bodyIn(input, { type: dataSetUpdateBody, typed: 'set', json: 'changes' }));
    const updated = await context.services.dataSets.update(input.dataSetId, { readBody }, actor(context));
    return { dataSet: toDataSet(updated) };
  }

  @Repeatable()
  @Mutation(() => UploadDataPayload, { description: 'Adds records to a data set.' })
  async uploadData(
    @Ctx() context: RequestContext,
    @Arg('input') { dataSetId, ...given }: UploadDataInput,
  ): Promise<UploadDataPayload> {
    const records = recordsIn(given);
    const stored = await DataResolver.uploadBody(context, { dataSetId }, () => Promise.resolve(records));
    return { stored, dataSetId };
  }

  @Mutation(() => DeleteDataPayload, {
    description: 'Deletes records of an open data set. Selectors without a match are ignored.',
  })
  async deleteData(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: DeleteDataInput,
  ): Promise<DeleteDataPayload> {
    await services.deletions.deleteData(input.dataSetId, () => Promise.resolve(selectorsIn(input)));
    return { done: true, dataSetId: input.dataSetId };
  }

  @Mutation(() => DataSetPayload, {
    description: 'Deletes the records of a data set; the data set itself stays, marked as deleted.',
  })
  async deleteDataSet(
    @Ctx() { services }: RequestContext,
    @Arg('input') { dataSetId }: DeleteDataSetInput,
  ): Promise<DataSetPayload> {
    return { dataSet: toDataSet(await services.deletions.deleteDataSet(dataSetId)) };
  }

  @Mutation(() => ChangedAccountPayload, {
    description: 'Deletes all data sets of an account with their records. For trusted servers.',
  })
  async deleteAllData(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DeleteAllDataInput,
  ): Promise<ChangedAccountPayload> {
    await services.deletions.deleteAll(userId);
    return changedAccount(userId);
  }

  @Repeatable()
  @Mutation(() => UploadLegacyDataPayload, {
    description: 'Stores records of an account in legacy format: each names its upload.',
  })
  async uploadLegacyData(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, records }: UploadLegacyDataInput,
  ): Promise<UploadLegacyDataPayload> {
    const readBody = () => Promise.resolve(records);
    return { duplicates: await DataResolver.uploadLegacyBody(context, { userId }, readBody) };
  }

  /** `uploadLegacyData` for bodies too large for variables. */
  static uploadLegacyBody(
    context: RequestContext,
    { userId }: { userId: string },
    readBody: ReadBody,
  ): Promise<number[]> {
    return context.services.legacyUploads.upload(userId, readBody, actor(context));
  }

  /** `uploadData` for bodies too large for variables. */
  static async uploadBody(
    context: RequestContext,
    { dataSetId }: { dataSetId: string },
    readBody: ReadBody,
  ): Promise<number> {
    const dataSet = await context.load(context.services.dataSets.findMany, dataSetId);
    return context.services.uploads.upload(dataSetId, readBody, context.sender, dataSet);
  }

  /** `updateDataSet` for callers whose request is checked only if the data set exists. */
  static async updateBody(
    context: RequestContext,
    { dataSetId }: { dataSetId: string },
    sent: SentUpdate,
  ): Promise<object> {
    return toDataSet(await context.services.dataSets.update(dataSetId, sent, actor(context))).raw;
  }

  /** `deleteData` for callers whose body is parsed after the data set is found. */
  static deleteDataBody(
    { services }: RequestContext,
    { dataSetId }: { dataSetId: string },
    readBody: () => Promise<unknown>,
  ): Promise<void> {
    return services.deletions.deleteData(dataSetId, readBody);
  }

  /** `User.data` for responses of any length, as UTF-8 of one JSON array in pieces. */
  static streamData(
    { services }: RequestContext,
    user: { id: string },
    filter: RecordFilter,
  ): AsyncIterable<Uint8Array> {
    return services.records.stream(user.id, filter);
  }

  /** `User.latestData` as JSON texts. */
  static latestTexts(
    { services }: RequestContext,
    user: { id: string },
    filter: RecordFilter,
  ): Promise<string[]> {
    return services.records.latest(user.id, filter);
  }
}
