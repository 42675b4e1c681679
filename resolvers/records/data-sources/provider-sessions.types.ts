import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { ProviderSessionEntity } from '../../../src/records/data-sources/provider-session.entity';
import { oauthToken, providerSessionBody } from '../../../src/records/data-sources/provider-session-body';
import { Changes, Clearable } from '../../clearable';
import { inputClass } from '../data/table-inputs';
import { ProviderTypeName } from './data-sources.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, Json } from '../../scalars';

// Made here, because the schema must know them before it is built.
const ProviderSessionBodyInput = inputClass(providerSessionBody);
const ProviderTokenInput = inputClass(oauthToken);

@ObjectType({
  description: 'An account’s authorization at a data provider. Its token is never part of the graph.',
})
export class ProviderSession {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  userId!: string;

  @Field(() => ProviderTypeName, { description: 'How the provider authorizes access.' })
  type!: string;

  @Field({ description: 'Name of the provider, such as `dexcom`.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Id of the account at the provider.' })
  externalId!: string | null;

  @Field(() => DateTime, { description: 'When the session was created.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed; absent if never.' })
  modifiedTime!: number | null;
}

/** Maps a session to its GraphQL type, without its token. */
export function toProviderSession(session: ProviderSessionEntity): ProviderSession {
  const { id, userId, type, name, externalId, createdTime, modifiedTime } = session;
  return Object.assign(new ProviderSession(), {
    id,
    userId,
    type,
    name,
    externalId: externalId || null,
    createdTime,
    modifiedTime,
  });
}

@ObjectType({ description: 'A provider session and its cursor.' })
export class ProviderSessionEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The session.' })
  node!: ProviderSession;
}

@ObjectType({ description: 'A page of provider sessions, newest first.' })
export class ProviderSessionConnection {
  @Field(() => [ProviderSessionEdge], { description: 'The sessions of the page.' })
  edges!: ProviderSessionEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@InputType({ description: 'Filters of provider sessions; `userId` or `externalId` is required.' })
export class ProviderSessionFilter {
  @Field(() => ID, { nullable: true, description: 'Only sessions of this account.' })
  userId?: string;

  @Field(() => String, { nullable: true, description: 'Only those with this id at the provider.' })
  externalId?: string;

  @Field(() => ProviderTypeName, { nullable: true, description: 'Only those with providers of this type.' })
  type?: string;

  @Field(() => String, { nullable: true, description: 'Only those with this provider name.' })
  name?: string;
}

@ArgsType()
export class ProviderSessionArguments extends pageArguments('sessions') {
  @Field({ description: 'Only sessions that match these filters.' })
  filter!: ProviderSessionFilter;
}

@InputType({ description: 'A provider session to create.' })
export class CreateProviderSessionInput {
  @Field(() => ID, { description: 'Id of the account that owns the data.' })
  userId!: string;

  @Field(() => ProviderSessionBodyInput, {
    nullable: true,
    description: 'The provider, its token, and the id of the account there if the provider has one.',
  })
  details?: object;

  @Field(() => Json, {
    nullable: true,
    description: 'The details as the body of the REST route; only without `details`.',
    deprecationReason: 'Use `details`, which is typed.',
  })
  providerSession?: unknown;
}

@InputType({
  description: 'Changes to a provider session. An absent field stays unchanged, and null removes its value.',
})
export class ProviderSessionUpdateInput {
  @Clearable()
  @Field(() => String, { nullable: true, description: 'Id of the account at the provider.' })
  externalId?: string | null;

  @Clearable()
  @Field(() => ProviderTokenInput, {
    nullable: true,
    description: 'The token of the provider. It replaces the stored one as a whole.',
  })
  oauthToken?: object | null;
}

@InputType({ description: 'Changes to a provider session.' })
export class UpdateProviderSessionInput {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;

  @Changes()
  @Field(() => ProviderSessionUpdateInput, {
    nullable: true,
    description: 'The changes. Absent fields stay unchanged.',
  })
  set?: ProviderSessionUpdateInput;

  @Field(() => Json, {
    nullable: true,
    description:
      'The whole new content as the body of the REST route: absent fields are removed. Only without `set`.',
    deprecationReason: 'Use `set`, which is typed and keeps absent fields.',
  })
  replacement?: unknown;
}

@InputType({ description: 'A provider session to end.' })
export class DeleteProviderSessionInput {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;
}

@InputType({ description: 'Provider sessions to end.' })
export class DeleteProviderSessionsInput {
  @Field({ description: 'Filters of the sessions to end.' })
  filter!: ProviderSessionFilter;
}

@ObjectType({ description: 'Result of changing a provider session.' })
export class ProviderSessionPayload {
  @Field({ description: 'The session after the change.' })
  providerSession!: ProviderSession;
}

@ObjectType({ description: 'A redirect to a data provider.' })
export class ProviderAuthorization {
  @Field({ description: 'URL to redirect to.' })
  address!: string;

  @Field({ description: 'Whether the browser must return the restricted token in a cookie.' })
  usesCookie!: boolean;
}

@InputType({ description: 'The parameters of a redirect back from a data provider.' })
export class ConnectProviderInput {
  @Field({ description: 'Name of the provider.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The authorization code.' })
  code?: string;

  @Field(() => String, { nullable: true, description: 'The state from the authorization request.' })
  state?: string;

  @Field(() => String, { nullable: true, description: 'The error, if there is no code.' })
  error?: string;
}

@ObjectType({ description: 'Where to send the browser after the response of a data provider.' })
export class ConnectProviderPayload {
  @Field({ description: 'URL in the web application.' })
  address!: string;
}

@InputType({ description: 'A data provider to disconnect.' })
export class DisconnectProviderInput {
  @Field({ description: 'Name of the provider.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the account; the caller’s own if absent. Only trusted servers can name another.',
  })
  userId?: string;
}
