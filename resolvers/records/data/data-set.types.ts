import { Field, ID, ObjectType } from 'type-graphql';
import type { DataSetEntity } from '../../../src/records/data/data-set.entity';
import { dataSetBody, dataSetState } from '../../../src/records/data/data-set-body';
import { dataSetOnWire } from '../../../src/records/data/data-set-text';
import { DateTime, JsonObject } from '../../scalars';
import { dataSetType } from '../../../src/records/data/record-types/families/upload';
import { enumerationType } from './enumeration-types';
import { fittingFields } from './fitting-fields';

/** Types of data sets in the graph. */
export const DataSetTypeName = enumerationType(dataSetType);

/** States of data sets in the graph. */
export const DataSetStateName = enumerationType(dataSetState);

@ObjectType({ description: 'The client application that made an upload.' })
export class DataSetClient {
  @Field(() => String, { nullable: true, description: 'Name of the application.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Version of the application.' })
  version?: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Private data of the application: JSON, whose keys it chooses.',
  })
  private?: object;
}

@ObjectType({ description: 'A device, as described by the uploader.' })
export class DataSetDevice {
  @Field(() => String, {
    nullable: true,
    description: 'Identifies the device, usually by model and serial number.',
  })
  id?: string;

  @Field(() => [String], { nullable: true, description: 'Manufacturers of the device.' })
  manufacturers?: string[];

  @Field(() => String, { nullable: true, description: 'Model of the device.' })
  model?: string;

  @Field(() => String, { nullable: true, description: 'Serial number of the device.' })
  serialNumber?: string;

  @Field(() => [String], { nullable: true, description: 'Types of the device, such as `cgm`.' })
  tags?: string[];
}

@ObjectType({ description: 'An upload session: the records that one application uploaded from one device.' })
export class DataSet {
  /** The owner of the data. */
  userId!: string;

  @Field(() => ID, { description: 'Id of the data set, the `uploadId` of its records.' })
  id!: string;

  @Field(() => DataSetTypeName, { description: 'Type of the data set.' })
  type!: string;

  @Field(() => DataSetStateName, {
    nullable: true,
    description: 'State of the data set; absent for legacy uploads, which are never opened or closed.',
  })
  state!: string | null;

  @Field(() => DataSetClient, { nullable: true, description: 'The application that made the upload.' })
  client?: DataSetClient;

  @Field(() => String, {
    nullable: true,
    description: 'Identifies the device, usually by model and serial number.',
  })
  deviceId?: string;

  @Field(() => [String], { nullable: true, description: 'Manufacturers of the device.' })
  deviceManufacturers?: string[];

  @Field(() => String, { nullable: true, description: 'Model of the device.' })
  deviceModel?: string;

  @Field(() => String, { nullable: true, description: 'Serial number of the device.' })
  deviceSerialNumber?: string;

  @Field(() => [String], { nullable: true, description: 'Types of the device, such as `cgm`.' })
  deviceTags?: string[];

  @Field(() => DataSetDevice, {
    description: 'The device, with all details from the uploader.',
  })
  device!: DataSetDevice;

  @Field({ description: 'Name of the deduplicator, which defines how repeated records are recognized.' })
  deduplicator!: string;

  @Field(() => DateTime, { description: 'When the upload began.' })
  time!: number;

  @Field(() => String, { nullable: true, description: 'Time zone of the device.' })
  timezone?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the account that created the data set; absent for trusted servers.',
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

const toDevice = (facts: Partial<DataSet>): DataSetDevice => ({
  id: facts.deviceId,
  manufacturers: facts.deviceManufacturers,
  model: facts.deviceModel,
  serialNumber: facts.deviceSerialNumber,
  tags: facts.deviceTags,
});

/** Maps a data set to its GraphQL type. */
export function toDataSet(dataSet: DataSetEntity): DataSet {
  const { userId, uploadId, dataSetType, state, deduplicator, time, byUser } = dataSet;
  const { createdTime, modifiedTime, deletedTime } = dataSet;
  const raw = dataSetOnWire(dataSet);
  const facts = fittingFields(raw, dataSetBody.fields);
  return Object.assign(new DataSet(), facts, {
    userId,
    device: toDevice(facts),
    id: raw.uploadId ?? uploadId,
    type: dataSetType,
    state: state === 'none' ? null : state,
    deduplicator,
    time,
    createdByUserId: byUser,
    createdTime,
    modifiedTime,
    deletedTime,
    raw,
  });
}
