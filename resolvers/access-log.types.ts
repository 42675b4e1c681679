import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { accessKinds, accessReasons, type AccessKind, type AccessReason } from '../src/audit/access';
import type { EffectivePermission } from '../src/sharing/permission';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';
import { PermissionName } from './sharing.types';

const namesOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as Record<Name, Name>;

export const AccessKindName = namesOf(accessKinds);
export const AccessReasonName = namesOf(accessReasons);

registerEnumType(AccessKindName, {
  name: 'AccessKind',
  description: 'What somebody did with an account.',
  valuesConfig: {
    READ: { description: 'Data were read.' },
    CHANGE: { description: 'Data were changed.' },
    REFUSED: { description: 'Somebody wanted to read or change data, or to log in, and was not allowed to.' },
    LOG_IN: { description: 'A session began.' },
    LOG_OUT: { description: 'A session was ended.' },
    TOKEN: { description: 'A token was issued.' },
  },
});

registerEnumType(AccessReasonName, {
  name: 'AccessReason',
  description: 'Why it was allowed.',
  valuesConfig: {
    OWNER: { description: 'It is their own account.' },
    CUSTODIAN: { description: 'They manage the account.' },
    SHARE: { description: 'Data of the account are shared with them.' },
    CLINIC: { description: 'The account is a patient of a clinic that they work in.' },
    SERVER: { description: 'A trusted server acted.' },
    RELATED: {
      description: 'They share data of their own with the account, which shows no more than its name.',
    },
  },
});

@ObjectType({ description: 'How a share of the account was changed, or what a clinic may do with it.' })
export class AccessLogShareChange {
  @Field(() => ID, {
    nullable: true,
    description: 'The account that data are shared with; absent for a clinic.',
  })
  memberId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The clinic of which the account is a patient; absent for a share with an account.',
  })
  clinicId?: string;

  @Field(() => [PermissionName], { description: 'What it held before; nothing when the share is new.' })
  before!: string[];

  @Field(() => [PermissionName], { description: 'What it held then; nothing when the share ended.' })
  after!: string[];
}

@ObjectType({ description: 'A consent that was granted or revoked.' })
export class AccessLogConsentChange {
  @Field({ description: 'What the consent is about.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text.' })
  version!: number;

  @Field({ description: '`granted` or `revoked`.' })
  status!: string;

  @Field({ description: 'SHA-256 of the text that was agreed to, in base64.' })
  contentDigest!: string;
}

@ObjectType({ description: 'Something that somebody did with an account.' })
export class AccessLogEntry {
  @Field(() => ID, { description: 'Id of the entry.' })
  id!: string;

  @Field(() => DateTime, { description: 'When it happened.' })
  time!: number;

  @Field(() => AccessKindName, { description: 'What it was.' })
  kind!: AccessKind;

  @Field(() => AccessReasonName, {
    nullable: true,
    description: 'Why it was allowed; absent when it was not, and for log-ins, log-outs and tokens.',
  })
  reason!: AccessReason | null;

  @Field(() => [PermissionName], { description: 'What they held on the account at that time.' })
  permissions!: EffectivePermission[];

  @Field(() => ID, {
    nullable: true,
    description:
      'Account of who did it; absent when nobody knows. Trusted servers share an id that is no account.',
  })
  actorId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'OAuth client, or name of the trusted server, through which it was done.',
  })
  client!: string | null;

  @Field(() => String, {
    description:
      'REST route or operation of the graph, such as `GET /data/{userId}` or `query Dashboard`; the grant of a token, such as `refresh_token`, or `log-in`, `log-out` and `renewal`.',
  })
  operation!: string;

  @Field(() => [String], { description: 'The fields of the graph that were touched, such as `User.data`.' })
  fields!: string[];

  @Field(() => AccessLogShareChange, { nullable: true, description: 'The share that was changed.' })
  share!: AccessLogShareChange | null;

  @Field(() => [AccessLogConsentChange], {
    nullable: true,
    description: 'The consents that were granted or revoked.',
  })
  consents!: AccessLogConsentChange[] | null;
}

@ObjectType({ description: 'An entry and its place in the list.' })
export class AccessLogEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The entry.' })
  node!: AccessLogEntry;
}

@ObjectType({ description: 'A page of the record of who read or changed data of an account, newest first.' })
export class AccessLogConnection {
  @Field(() => [AccessLogEdge], { description: 'The entries of the page.' })
  edges!: AccessLogEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AccessLogArguments {
  @Field(() => Int, { description: 'How many entries at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only what happened at this time or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only what happened before this time.' })
  to?: number;
}
