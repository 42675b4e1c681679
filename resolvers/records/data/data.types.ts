import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../page-info';
import { Json } from '../../scalars';
import { DataSet } from './data-set.types';
import { Datum } from './datum-types';

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

  @Field(() => Json, {
    description: 'Details from the uploader: application, device, time zone.',
  })
  dataSet!: unknown;
}

@InputType({ description: 'A change to a data set.' })
export class UpdateDataSetInput {
  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => Json, {
    nullable: true,
    description: 'Changes to a continuous data set. A normal data set is closed, whatever this contains.',
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

  @Field(() => [Json], { description: 'The records, in upload format.' })
  records!: unknown[];
}

@ObjectType({ description: 'Result of an upload.' })
export class UploadDataPayload {
  @Field(() => Int, { description: 'Number of stored records, without duplicates.' })
  stored!: number;
}

@InputType({ description: 'Records of an account in legacy format. Either all are stored or none.' })
export class UploadLegacyDataInput {
  @Field(() => ID, { description: 'Id of the account that will own the data.' })
  userId!: string;

  @Field(() => [Json], { description: 'The records, in legacy upload format.' })
  records!: unknown[];
}

@ObjectType({ description: 'Result of a legacy upload.' })
export class UploadLegacyDataPayload {
  @Field(() => [Int], { description: 'Indexes of the records that already existed, ascending.' })
  duplicates!: number[];
}

@InputType({ description: 'Records of a data set to delete.' })
export class DeleteDataInput {
  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => Json, {
    description:
      'Array of one or more selectors of the same kind: `{id}`, `{origin: {id}}` or `{deduplicator: {hash}}`.',
  })
  selectors!: unknown;
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
