import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { DataSetEntity } from '../../src/data/data-set.entity';
import { dataSetOnWire } from '../../src/data/data-set-text';
import { PageInfo } from '../page-info';
import { DateTime, Json, JsonObject } from '../scalars';
import { Datum } from './datum-types';

/** Types of data sets as the graph spells them. */
export const DataSetTypeName = { NORMAL: 'normal', CONTINUOUS: 'continuous' } as const;

registerEnumType(DataSetTypeName, {
  name: 'DataSetType',
  description: 'How a data set grows.',
  valuesConfig: {
    NORMAL: { description: 'It is closed after the upload, and its records are visible from then on.' },
    CONTINUOUS: { description: 'It stays open, and its records are visible at once.' },
  },
});

/** States of data sets as the graph spells them. */
export const DataSetStateName = { OPEN: 'open', CLOSED: 'closed' } as const;

registerEnumType(DataSetStateName, {
  name: 'DataSetState',
  description: 'Whether a data set still takes records.',
  valuesConfig: { OPEN: { description: 'It takes records.' }, CLOSED: { description: 'It is complete.' } },
});

@ObjectType({ description: 'The application that made an upload.' })
export class DataSetClient {
  @Field(() => String, { nullable: true, description: 'Name of the application.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Version of the application.' })
  version?: string;

  @Field(() => JsonObject, { nullable: true, description: 'What the application wants to find again.' })
  private?: object;
}

@ObjectType({ description: 'One upload session: the records that one application brought from one device.' })
export class DataSet {
  @Field(() => ID, { description: 'Id of the data set, the `uploadId` of its records.' })
  id!: string;

  @Field(() => DataSetTypeName, { description: 'How the data set grows.' })
  type!: string;

  @Field(() => DataSetStateName, { description: 'Whether the data set still takes records.' })
  state!: string;

  @Field(() => DataSetClient, { nullable: true, description: 'The application that made the upload.' })
  client?: DataSetClient;

  @Field(() => String, {
    nullable: true,
    description: 'Identifies the device, usually by model and serial number.',
  })
  deviceId?: string;

  @Field(() => [String], { nullable: true, description: 'Makers of the device.' })
  deviceManufacturers?: string[];

  @Field(() => String, { nullable: true, description: 'Model of the device.' })
  deviceModel?: string;

  @Field(() => String, { nullable: true, description: 'Serial number of the device.' })
  deviceSerialNumber?: string;

  @Field(() => [String], { nullable: true, description: 'What kinds of device it is, such as `cgm`.' })
  deviceTags?: string[];

  @Field({ description: 'How repeated records are recognized: name of the de-duplicator.' })
  deduplicator!: string;

  @Field(() => DateTime, { description: 'When the upload began.' })
  time!: number;

  @Field(() => String, { nullable: true, description: 'Time zone of the device.' })
  timezone?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Account that created the data set; absent for trusted servers.',
  })
  createdByUserId!: string | null;

  @Field(() => DateTime, { description: 'When the data set was created.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the data set was last changed.' })
  modifiedTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the data set was deleted.' })
  deletedTime!: number | null;

  @Field(() => JsonObject, { description: 'The data set as the REST routes return it.' })
  raw!: object;
}

/** The data set as the graph shows it. */
export function toDataSet(dataSet: DataSetEntity): DataSet {
  const { uploadId, dataSetType, state, deduplicator, time, byUser, createdTime, modifiedTime, deletedTime } =
    dataSet;
  return Object.assign(new DataSet(), dataSet.content, {
    id: uploadId,
    type: dataSetType,
    state,
    deduplicator,
    time,
    createdByUserId: byUser,
    createdTime,
    modifiedTime,
    deletedTime,
    raw: dataSetOnWire(dataSet),
  });
}

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
