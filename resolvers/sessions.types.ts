import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

@ObjectType({ description: 'A log-in that is still good, with all the tokens that came of it.' })
export class Session {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'OAuth client that began the session; absent for the log-in route.',
  })
  client!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the program of that log-in called itself (User-Agent).',
  })
  userAgent!: string | null;

  @Field(() => DateTime, { description: 'When the session began.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the session was last renewed.' })
  lastUsedTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the session ends, whatever happens; absent when it goes on as long as it is used.',
  })
  expiresTime!: number | null;

  @Field({ description: 'The token of this request belongs to the session.' })
  current!: boolean;
}

@ObjectType({ description: 'A session and its place in the list.' })
export class SessionEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The session.' })
  node!: Session;
}

@ObjectType({ description: 'A page of sessions, newest first.' })
export class SessionConnection {
  @Field(() => [SessionEdge], { description: 'The sessions of the page.' })
  edges!: SessionEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class SessionArguments {
  @Field(() => Int, { description: 'How many sessions at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@ObjectType({ description: 'Sessions that have ended, together with all of their tokens.' })
export class SessionEnd {
  @Field(() => [ID], { description: 'Ids of the sessions.' })
  sessionIds!: string[];

  @Field({ description: 'The session that the subscription itself was made in is among them.' })
  current!: boolean;
}

@InputType({ description: 'A session to end.' })
export class EndSessionInput {
  @Field(() => ID, { description: 'The session.' })
  id!: string;
}

@InputType({ description: 'An account whose sessions end.' })
export class EndUserSessionsInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}
