import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { dataSourceOnWire } from '../../../src/records/data-sources/data-source-on-wire';
import { dataSourceState, providerType } from '../../../src/records/data-sources/vocabulary';
import type { DataSourceEntity } from '../../../src/records/data-sources/data-source.entity';
import { dataSourceBody, dataSourceUpdateBody } from '../../../src/records/data-sources/data-source-body';
import { Changes } from '../../clearable';
import { enumerationType } from '../data/enumeration-types';
import { RecordInput } from '../data/record-input';
import { inputClass } from '../data/table-inputs';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, Json, JsonObject } from '../../scalars';

// Made here, because the schema must know them before it is built.
const DataSourceBodyInput = inputClass(dataSourceBody);
const DataSourceUpdateBodyInput = inputClass(dataSourceUpdateBody);

/** States of data sources in the graph. */
export const DataSourceStateName = enumerationType(dataSourceState);

/** Authorization methods of providers in the graph. */
export const ProviderTypeName = enumerationType(providerType);

@ObjectType({ description: 'The connection of an account to a data provider, and the state of the import.' })
export class DataSource {
  @Field(() => ID, { description: 'Id of the data source.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  userId!: string;

  @Field(() => ProviderTypeName, { description: 'How the provider authorizes access.' })
  providerType!: string;

  @Field({ description: 'Name of the provider, such as `dexcom`.' })
  providerName!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the linked provider session. Only trusted servers can see it.',
  })
  providerSessionId!: string | null;

  @Field(() => String, { nullable: true, description: 'Id of the account at the provider.' })
  providerExternalId!: string | null;

  @Field(() => DataSourceStateName, {
    description: 'Whether data is being imported: connected, disconnected or failing.',
  })
  state!: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Metadata of the importer: JSON, whose keys it chooses.',
  })
  metadata!: object | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Why imports fail: JSON in the form of the provider, a string, an object with `detail`, or several of them.',
  })
  error!: unknown;

  @Field(() => [ID], { description: 'Ids of the data sets with imported records.' })
  dataSetIds!: string[];

  @Field(() => DateTime, { nullable: true, description: 'Time of the oldest imported record.' })
  earliestDataTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the newest imported record.' })
  latestDataTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'When data was last imported.' })
  lastImportTime!: number | null;

  @Field(() => DateTime, { description: 'When the data source was created.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed; absent if never.' })
  modifiedTime!: number | null;

  @Field(() => Int, { description: 'Number of changes.' })
  revision!: number;

  @Field(() => JsonObject, { description: 'The data source as the REST routes return it.' })
  raw!: object;
}

/** Maps a data source to its GraphQL type, for trusted servers and for people. */
export function toDataSource(source: DataSourceEntity, forServer: boolean): DataSource {
  const raw = dataSourceOnWire(source, forServer);
  return Object.assign(new DataSource(), source, {
    providerSessionId: forServer ? source.providerSessionId : null,
    error: raw.error ?? null,
    raw,
  });
}

@ObjectType({ description: 'A data source and its cursor.' })
export class DataSourceEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The data source.' })
  node!: DataSource;
}

@ObjectType({ description: 'A page of data sources, newest first.' })
export class DataSourceConnection {
  @Field(() => [DataSourceEdge], { description: 'The data sources of the page.' })
  edges!: DataSourceEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class DataSourceArguments extends pageArguments('data sources') {
  @Field(() => ProviderTypeName, { nullable: true, description: 'Only those with providers of this type.' })
  providerType?: string;

  @Field(() => String, { nullable: true, description: 'Only those with this provider name.' })
  providerName?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only those with this id at the provider.',
  })
  providerExternalId?: string;

  @Field(() => DataSourceStateName, { nullable: true, description: 'Only those in this state.' })
  state?: 'connected' | 'disconnected' | 'error';
}

@InputType({ description: 'A data source to create.' })
export class CreateDataSourceInput {
  @Field(() => ID, { description: 'Id of the account that will own the data.' })
  userId!: string;

  @Field(() => DataSourceBodyInput, {
    nullable: true,
    description: 'The provider, and what else is known of the data source.',
  })
  details?: object;

  @Field(() => Json, {
    nullable: true,
    description: 'The details as the body of the REST route; only without `details`.',
    deprecationReason: 'Use `details`, which is typed.',
  })
  dataSource?: unknown;
}

@InputType({ description: 'A change to a data source.' })
export class UpdateDataSourceInput {
  @Field(() => ID, { description: 'Id of the data source.' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Only if this is still its current revision.' })
  revision?: number;

  @Changes()
  @Field(() => DataSourceUpdateBodyInput, {
    nullable: true,
    description: 'The changes. Absent fields stay unchanged.',
  })
  set?: object;

  @Field(() => Json, {
    nullable: true,
    description: 'The changes as the body of the REST route; only without `set`.',
    deprecationReason: 'Use `set`, which is typed.',
  })
  changes?: unknown;
}

@InputType({ description: 'A data source to delete.' })
export class DeleteDataSourceInput {
  @Field(() => ID, { description: 'Id of the data source.' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Only if this is still its current revision.' })
  revision?: number;
}

@InputType({ description: 'An account whose data sources to delete.' })
export class DeleteDataSourcesInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@InputType({ description: 'Records of one account, from a data provider.' })
export class UploadProviderDataInput {
  @Field({ description: 'Name of the provider.' })
  providerName!: string;

  @Field(() => ID, { description: 'Id of the account at the provider.' })
  externalId!: string;

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

@ObjectType({ description: 'Result of changing a data source.' })
export class DataSourcePayload {
  @Field({ description: 'The data source after the change.' })
  dataSource!: DataSource;
}
