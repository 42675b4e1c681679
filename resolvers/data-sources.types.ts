import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { dataSourceOnWire } from '../src/data-sources/data-source-on-wire';
import { dataSourceState, providerType } from '../src/data-sources/vocabulary';
import type { DataSourceEntity } from '../src/data-sources/data-source.entity';
import { enumerationType } from './data/enumeration-types';
import { PageInfo } from './page-info';
import { DateTime, Json, JsonObject } from './scalars';

/** States of data sources as the graph spells them. */
export const DataSourceStateName = enumerationType(dataSourceState);

/** Ways in which providers let us in, as the graph spells them. */
export const ProviderTypeName = enumerationType(providerType);

@ObjectType({ description: 'The link between an account and a provider whose data are imported for it.' })
export class DataSource {
  @Field(() => ID, { description: 'Id of the data source.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the data belong to.' })
  userId!: string;

  @Field(() => ProviderTypeName, { description: 'How the provider lets us in.' })
  providerType!: string;

  @Field({ description: 'Name of the provider, such as `dexcom`.' })
  providerName!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The provider session that the source is linked to. Only trusted servers see it.',
  })
  providerSessionId!: string | null;

  @Field(() => String, { nullable: true, description: 'What the provider knows the account by.' })
  providerExternalId!: string | null;

  @Field(() => DataSourceStateName, { description: 'Whether data are imported.' })
  state!: string;

  @Field(() => JsonObject, { nullable: true, description: 'Free-form facts of who imports.' })
  metadata!: object | null;

  @Field(() => Json, { nullable: true, description: 'Why imports fail.' })
  error!: unknown;

  @Field(() => [ID], { description: 'Data sets that the imported records lie in.' })
  dataSetIds!: string[];

  @Field(() => DateTime, { nullable: true, description: 'Time of the oldest imported record.' })
  earliestDataTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the newest imported record.' })
  latestDataTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'When data were last imported.' })
  lastImportTime!: number | null;

  @Field(() => DateTime, { description: 'When the data source was created.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed; absent until then.' })
  modifiedTime!: number | null;

  @Field(() => Int, { description: 'How many changes there have been.' })
  revision!: number;

  @Field(() => JsonObject, { description: 'The data source as the REST routes return it.' })
  raw!: object;
}

/** The data source as the graph shows it, to trusted servers and to people. */
export function toDataSource(source: DataSourceEntity, forServer: boolean): DataSource {
  const raw = dataSourceOnWire(source, forServer);
  return Object.assign(new DataSource(), source, {
    providerSessionId: forServer ? source.providerSessionId : null,
    error: raw.error ?? null,
    raw,
  });
}

@ObjectType({ description: 'A data source and its place in the list.' })
export class DataSourceEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The data source.' })
  node!: DataSource;
}

@ObjectType({ description: 'A page of data sources, newest first.' })
export class DataSourceConnection {
  @Field(() => [DataSourceEdge], { description: 'The data sources of the page.' })
  edges!: DataSourceEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class DataSourceArguments {
  @Field(() => Int, { description: 'How many data sources at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => ProviderTypeName, { nullable: true, description: 'Only those of providers of this type.' })
  providerType?: string;

  @Field(() => String, { nullable: true, description: 'Only those of the provider of this name.' })
  providerName?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only those that the provider knows by this id.',
  })
  providerExternalId?: string;

  @Field(() => DataSourceStateName, { nullable: true, description: 'Only those in this state.' })
  state?: 'connected' | 'disconnected' | 'error';
}

@InputType({ description: 'A data source to create.' })
export class CreateDataSourceInput {
  @Field(() => ID, { description: 'Account that the data belong to.' })
  userId!: string;

  @Field(() => Json, {
    description: 'The data source: `providerType`, `providerName`, and what else is known of it.',
  })
  dataSource!: unknown;
}

@InputType({ description: 'A change of a data source.' })
export class UpdateDataSourceInput {
  @Field(() => ID, { description: 'The data source.' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Only if it is still at this revision.' })
  revision?: number;

  @Field(() => Json, { description: 'What to change; what is absent stays.' })
  changes!: unknown;
}

@InputType({ description: 'A data source to delete.' })
export class DeleteDataSourceInput {
  @Field(() => ID, { description: 'The data source.' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Only if it is still at this revision.' })
  revision?: number;
}

@InputType({ description: 'An account whose data sources are deleted.' })
export class DeleteDataSourcesInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@InputType({ description: 'Records that a data provider has of one account.' })
export class UploadProviderDataInput {
  @Field({ description: 'Name of the provider.' })
  providerName!: string;

  @Field(() => ID, { description: 'What the provider knows the account by.' })
  externalId!: string;

  @Field(() => [Json], { description: 'The records, in the form in which devices upload them.' })
  records!: unknown[];
}

@ObjectType({ description: 'A data source after a change.' })
export class DataSourcePayload {
  @Field({ description: 'The data source as it is now.' })
  dataSource!: DataSource;
}
