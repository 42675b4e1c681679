import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { badInput } from '../../../src/platform/errors';
import { dataSetBody, dataSetUpdateBody } from '../../../src/records/data/data-set-body';
import { Changes } from '../../clearable';
import { oneOf } from '../../one-of';
import { PageInfo } from '../../page-info';
import { Json } from '../../scalars';
import { DataSet } from './data-set.types';
import { Datum } from './datum-types';
import { RecordInput } from './record-input';
import { inputClass } from './table-inputs';

// Made here, because the schema must know them before it is built.
const DataSetBodyInput = inputClass(dataSetBody);
const DataSetUpdateBodyInput = inputClass(dataSetUpdateBody);

@ObjectType({ description: 'A data set and its cursor.' })
export class DataSetEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The data set.' })
  node!: DataSet;
}

@ObjectType({ description: 'A page of data sets, newest first.' })
export class DataSetConnection {
  @Field(() => [DataSetEdge], { description: 'The data sets of the page.' })
  edges!: DataSetEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ObjectType({ description: 'A record and its cursor.' })
export class DatumEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => Datum, { description: 'The record.' })
  node!: Datum;
}

@ObjectType({ description: 'A page of records, oldest first.' })
export class DatumConnection {
  @Field(() => [DatumEdge], { description: 'The records of the page.' })
  edges!: DatumEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@InputType({ description: 'A new data set.' })
export class CreateDataSetInput {
  @Field(() => ID, { description: 'Id of the account that will own the data.' })
  userId!: string;

  @Field(() => DataSetBodyInput, {
    nullable: true,
    description: 'Details from the uploader: application, device, time zone.',
  })
  details?: object;

  @Field(() => Json, {
    nullable: true,
    description: 'The details as the body of the REST route; only without `details`.',
    deprecationReason: 'Use `details`, which is typed.',
  })
  dataSet?: unknown;
}

@InputType({ description: 'A change to a data set.' })
export class UpdateDataSetInput {
  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Changes()
  @Field(() => DataSetUpdateBodyInput, {
    nullable: true,
    description: 'Changes to a continuous data set. A normal data set is closed, whatever this contains.',
  })
  set?: object;

  @Field(() => Json, {
    nullable: true,
    deprecationReason: 'Use `set`, which is typed.',
    description:
      'The same as the body of the REST route; only without `set`. A normal data set is closed, whatever this contains.',
  })
  changes?: unknown;
}

@ObjectType({ description: 'Result of changing a data set.' })
export class DataSetPayload {
  @Field({ description: 'The data set after the change.' })
  dataSet!: DataSet;
}

@InputType({ description: 'Records for a data set. Either all are stored or none.' })
export class UploadDataInput {
  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => [RecordInput], {
    nullable: true,
    description: 'The records, each under the name of its type.',
  })
  data?: object[];

  @Field(() => [Json], {
    nullable: true,
    description:
      'The records as JSON in the format of the REST route, for those who have them so; only without `data`, which is typed.',
  })
  records?: unknown[];
}

@ObjectType({ description: 'Result of an upload.' })
export class UploadDataPayload {
  @Field(() => Int, { description: 'Number of stored records, without duplicates.' })
  stored!: number;

  /** The data set, for the edge `dataSet`. */
  dataSetId!: string;
}

@ObjectType({ description: 'Result of deleting records of a data set.' })
export class DeleteDataPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  /** The data set, for the edge `dataSet`. */
  dataSetId!: string;
}

@InputType({ description: 'Records of an account in legacy format. Either all are stored or none.' })
export class UploadLegacyDataInput {
  @Field(() => ID, { description: 'Id of the account that will own the data.' })
  userId!: string;

  @Field(() => [Json], {
    description:
      'The records in the format of legacy uploaders: JSON, because they may be of any type and are barely checked.',
  })
  records!: unknown[];
}

@ObjectType({ description: 'Result of a legacy upload.' })
export class UploadLegacyDataPayload {
  @Field(() => [Int], { description: 'Indexes of the records that already existed, ascending.' })
  duplicates!: number[];
}

@Extensions({ [oneOf]: true })
@InputType({ description: 'Records of a data set, named in one of three ways.' })
export class RecordSelectionInput {
  @Field(() => [ID], { nullable: true, description: 'Ids of the records. An empty list is refused.' })
  ids?: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Ids of the records at their origin. An empty list is refused.',
  })
  originIds?: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Hashes of the identifying fields of the records. An empty list is refused.',
  })
  hashes?: string[];
}

@InputType({ description: 'Records of a data set to delete.' })
export class DeleteDataInput {
  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => RecordSelectionInput, { nullable: true, description: 'Which records to delete.' })
  which?: RecordSelectionInput;

  @Field(() => Json, {
    nullable: true,
    description:
      'The same as the body of the REST route; only without `which`. An array of one or more selectors of the same kind: `{id}`, `{origin: {id}}` or `{deduplicator: {hash}}`.',
    deprecationReason: 'Use `which`, which is typed.',
  })
  selectors?: unknown;
}

/** The selectors in an input, as those of the REST route. Throws when they are in both forms or in none. */
export function selectorsIn({ which, selectors }: DeleteDataInput): unknown {
  if (which && selectors !== undefined)
    throw badInput('"which" and "selectors" are the same in two forms: send only one.');
  if (!which) {
    if (selectors === undefined) throw badInput('"which" is missing.');
    return selectors;
  }
  const { ids, originIds, hashes = [] } = which;
  if (ids) return ids.map((id) => ({ id }));
  return originIds?.map((id) => ({ origin: { id } })) ?? hashes.map((hash) => ({ deduplicator: { hash } }));
}

@InputType({ description: 'A data set to delete.' })
export class DeleteDataSetInput {
  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;
}

@InputType({ description: 'An account whose data to delete.' })
export class DeleteAllDataInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}
