import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ProviderSessionEntity } from '../src/data-sources/provider-session.entity';
import { ProviderTypeName } from './data-sources.types';
import { PageInfo } from './page-info';
import { DateTime, Json } from './scalars';

@ObjectType({
  description: 'What a data provider gave us on behalf of an account. Its token is never part of the graph.',
})
export class ProviderSession {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the data belong to.' })
  userId!: string;

  @Field(() => ProviderTypeName, { description: 'How the provider lets us in.' })
  type!: string;

  @Field({ description: 'Name of the provider, such as `dexcom`.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the provider knows the account by.' })
  externalId!: string | null;

  @Field(() => DateTime, { description: 'When the session was created.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed; absent until then.' })
  modifiedTime!: number | null;
}

/** The session as the graph shows it: without its token. */
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

@ObjectType({ description: 'A provider session and its place in the list.' })
export class ProviderSessionEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The session.' })
  node!: ProviderSession;
}

@ObjectType({ description: 'A page of provider sessions, newest first.' })
export class ProviderSessionConnection {
  @Field(() => [ProviderSessionEdge], { description: 'The sessions of the page.' })
  edges!: ProviderSessionEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@InputType({ description: 'Which provider sessions; `userId` or `externalId` is needed.' })
export class ProviderSessionFilter {
  @Field(() => ID, { nullable: true, description: 'Only those of this account.' })
  userId?: string;

  @Field(() => String, { nullable: true, description: 'Only those that the provider knows by this id.' })
  externalId?: string;

  @Field(() => ProviderTypeName, { nullable: true, description: 'Only those of providers of this type.' })
  type?: string;

  @Field(() => String, { nullable: true, description: 'Only those of the provider of this name.' })
  name?: string;
}

@ArgsType()
export class ProviderSessionArguments {
  @Field({ description: 'Which sessions.' })
  filter!: ProviderSessionFilter;

  @Field(() => Int, { description: 'How many sessions at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@InputType({ description: 'A provider session to create.' })
export class CreateProviderSessionInput {
  @Field(() => ID, { description: 'Account that the data belong to.' })
  userId!: string;

  @Field(() => Json, {
    description: 'The session: `type`, `name`, `oauthToken`, and `externalId` where the provider has one.',
  })
  providerSession!: unknown;
}

@InputType({ description: 'What takes the place of what a provider session holds.' })
export class UpdateProviderSessionInput {
  @Field(() => ID, { description: 'The session.' })
  id!: string;

  @Field(() => Json, { description: '`oauthToken` and `externalId`; what is absent is removed.' })
  replacement!: unknown;
}

@InputType({ description: 'A provider session to end.' })
export class DeleteProviderSessionInput {
  @Field(() => ID, { description: 'The session.' })
  id!: string;
}

@InputType({ description: 'Provider sessions to end.' })
export class DeleteProviderSessionsInput {
  @Field({ description: 'Which sessions.' })
  filter!: ProviderSessionFilter;
}

@ObjectType({ description: 'A provider session after a change.' })
export class ProviderSessionPayload {
  @Field({ description: 'The session as it is now.' })
  providerSession!: ProviderSession;
}

@ObjectType({ description: 'Where a browser asks a data provider.' })
export class ProviderAuthorization {
  @Field({ description: 'Address to go to.' })
  address!: string;

  @Field({ description: 'The browser has to bring the restricted token back in a cookie.' })
  usesCookie!: boolean;
}

@InputType({ description: 'What a data provider sent a browser back with.' })
export class ConnectProviderInput {
  @Field({ description: 'Name of the provider.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the provider gives its token for.' })
  code?: string;

  @Field(() => String, { nullable: true, description: 'What the browser took to the provider.' })
  state?: string;

  @Field(() => String, { nullable: true, description: 'Why there is no code.' })
  error?: string;
}

@ObjectType({ description: 'Where a browser goes after a data provider has answered.' })
export class ConnectProviderPayload {
  @Field({ description: 'Address in the web application.' })
  address!: string;
}

@InputType({ description: 'A data provider to disconnect.' })
export class DisconnectProviderInput {
  @Field({ description: 'Name of the provider.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The account; that of the caller when absent. Only trusted servers name another one.',
  })
  userId?: string;
}
