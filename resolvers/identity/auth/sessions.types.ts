import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

@ObjectType({ description: 'An active session, with all of its tokens.' })
export class Session {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'OAuth client that started the session; absent for the log-in route.',
  })
  client!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'User-Agent of the client at log-in.',
  })
  userAgent!: string | null;

  @Field(() => DateTime, { description: 'When the session began.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the session was last renewed.' })
  lastUsedTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the session ends at the latest; absent if it can be renewed without limit.',
  })
  expiresTime!: number | null;

  @Field({ description: 'Whether the token of this request belongs to the session.' })
  current!: boolean;
}

@ObjectType({ description: 'A session and its cursor.' })
export class SessionEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The session.' })
  node!: Session;
}

@ObjectType({ description: 'A page of sessions, newest first.' })
export class SessionConnection {
  @Field(() => [SessionEdge], { description: 'The sessions of the page.' })
  edges!: SessionEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class SessionArguments extends pageArguments('sessions') {}

@ObjectType({ description: 'Sessions that have ended, with all of their tokens.' })
export class SessionEnd {
  @Field(() => [ID], { description: 'Ids of the sessions.' })
  sessionIds!: string[];

  @Field({ description: 'Whether the subscriber’s own session is among them.' })
  current!: boolean;
}

@InputType({ description: 'A session to end.' })
export class EndSessionInput {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;
}

@InputType({ description: 'An account whose sessions to end.' })
export class EndUserSessionsInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}
