import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../page-info';
import { Json } from '../scalars';
import { DataSet } from './data-set.types';
import { Datum } from './datum-types';

@ObjectType({ description: 'A data set and its place in the list.' })
export class DataSetEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The data set.' })
  node!: DataSet;
}

@ObjectType({ description: 'A page of data sets, newest first.' })
export class DataSetConnection {
  @Field(() => [DataSetEdge], { description: 'The data sets of the page.' })
  edges!: DataSetEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ObjectType({ description: 'A record and its place in the list.' })
export class DatumEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field(() => Datum, { description: 'The record.' })
  node!: Datum;
}

@ObjectType({ description: 'A page of records, oldest first.' })
export class DatumConnection {
  @Field(() => [DatumEdge], { description: 'The records of the page.' })
  edges!: DatumEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@InputType({ description: 'A new data set.' })
export class CreateDataSetInput {
  @Field(() => ID, { description: 'Account that the data belong to.' })
  userId!: string;

  @Field(() => Json, {
    description: 'What the uploader says of the data set: application, device, time zone.',
  })
  dataSet!: unknown;
}

@InputType({ description: 'A change of a data set.' })
export class UpdateDataSetInput {
  @Field(() => ID, { description: 'The data set.' })
  dataSetId!: string;

  @Field(() => Json, {
    nullable: true,
    description: 'What to change of a continuous data set. A normal one is closed, whatever stands here.',
  })
  changes?: unknown;
}

@ObjectType({ description: 'A data set after a change.' })
export class DataSetPayload {
  @Field({ description: 'The data set as it is now.' })
  dataSet!: DataSet;
}

@InputType({ description: 'Records for a data set: all of them are stored, or none.' })
export class UploadDataInput {
  @Field(() => ID, { description: 'The data set.' })
  dataSetId!: string;

  @Field(() => [Json], { description: 'The records, in the form in which devices upload them.' })
  records!: unknown[];
}

@ObjectType({ description: 'What came of an upload.' })
export class UploadDataPayload {
  @Field(() => Int, { description: 'How many records were stored; repeated ones do not count.' })
  stored!: number;
}

@InputType({ description: 'Records of an account in the old form: all of them are stored, or none.' })
export class UploadLegacyDataInput {
  @Field(() => ID, { description: 'Account that the data belong to.' })
  userId!: string;

  @Field(() => [Json], { description: 'The records, in the form in which old uploaders send them.' })
  records!: unknown[];
}

@ObjectType({ description: 'What came of an upload of the old form.' })
export class UploadLegacyDataPayload {
  @Field(() => [Int], { description: 'Indexes of the records that the account had already, ascending.' })
  duplicates!: number[];
}

@InputType({ description: 'Records of a data set that are to go.' })
export class DeleteDataInput {
  @Field(() => ID, { description: 'The data set.' })
  dataSetId!: string;

  @Field(() => Json, {
    description:
      'Array of one selector or more, all of one way: `{id}`, `{origin: {id}}` or `{deduplicator: {hash}}`.',
  })
  selectors!: unknown;
}

@InputType({ description: 'A data set to delete.' })
export class DeleteDataSetInput {
  @Field(() => ID, { description: 'The data set.' })
  dataSetId!: string;
}

@InputType({ description: 'An account whose data are deleted.' })
export class DeleteAllDataInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}
