import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  accessKinds,
  accessReasons,
  type AccessKind,
  type AccessReason,
} from '../../../src/identity/audit/access';
import type { ConsentChange } from '../../../src/identity/audit/consent-change';
import type { EffectivePermission } from '../../../src/identity/permission';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';
import { PermissionName } from '../sharing/sharing.types';

const toEnumValues = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as Record<Name, Name>;

export const AccessKindName = toEnumValues(accessKinds);
export const AccessReasonName = toEnumValues(accessReasons);

registerEnumType(AccessKindName, {
  name: 'AccessKind',
  description: 'The kind of action on an account.',
  valuesConfig: {
    READ: { description: 'Data was read.' },
    CHANGE: { description: 'Data was changed.' },
    REFUSED: { description: 'Access or a log-in was denied.' },
    LOG_IN: { description: 'A session began.' },
    LOG_OUT: { description: 'A session was ended.' },
    TOKEN: { description: 'A token was issued.' },
  },
});

registerEnumType(AccessReasonName, {
  name: 'AccessReason',
  description: 'Why access was allowed.',
  valuesConfig: {
    OWNER: { description: 'The actor owns the account.' },
    CUSTODIAN: { description: 'The actor is a custodian of the account.' },
    SHARE: { description: 'The account shares data with the actor.' },
    CLINIC: { description: 'The account is a patient of a clinic that the actor works in.' },
    SERVER: { description: 'The actor is a trusted server.' },
    RELATED: {
      description: 'The actor shares their own data with this account; only the name was visible.',
    },
    OPERATOR: {
      description:
        'The actor administers the service: an operator at the command line, or an account with the role of an administrator.',
    },
  },
});

@ObjectType({ description: 'A change to a share of the account, or to a clinic’s permissions on it.' })
export class AccessLogShareChange {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the account that data is shared with; absent for a clinic.',
  })
  memberId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the clinic that has the account as a patient; absent for a share with an account.',
  })
  clinicId?: string;

  @Field(() => [PermissionName], { description: 'Permissions before the change; empty for a new share.' })
  before!: string[];

  @Field(() => [PermissionName], { description: 'Permissions after the change; empty if the share ended.' })
  after!: string[];
}

const ConsentChangeName = { GRANTED: 'granted', REVOKED: 'revoked' } as const;

registerEnumType(ConsentChangeName, {
  name: 'ConsentChange',
  description: 'What happened to a consent.',
  valuesConfig: {
    GRANTED: { description: 'The person consented.' },
    REVOKED: { description: 'The person withdrew the consent, or a newer version replaced it.' },
  },
});

@ObjectType({ description: 'A consent that was granted or revoked.' })
export class AccessLogConsentChange {
  @Field({ description: 'Type of the consent.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the consent text.' })
  version!: number;

  @Field(() => ConsentChangeName, { description: 'What happened to the consent.' })
  status!: ConsentChange['status'];

  @Field({ description: 'SHA-256 of the consent text, in base64.' })
  contentDigest!: string;
}

@ObjectType({ description: 'An access log entry: an action on an account.' })
export class AccessLogEntry {
  @Field(() => ID, { description: 'Id of the entry.' })
  id!: string;

  @Field(() => DateTime, { description: 'When the action took place.' })
  time!: number;

  @Field(() => AccessKindName, { description: 'The kind of action.' })
  kind!: AccessKind;

  @Field(() => AccessReasonName, {
    nullable: true,
    description: 'Why access was allowed; absent if it was denied, and for log-ins, log-outs and tokens.',
  })
  reason!: AccessReason | null;

  @Field(() => [PermissionName], { description: 'Permissions of the actor on the account at that time.' })
  permissions!: EffectivePermission[];

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the actor’s account; absent if unknown. Trusted servers share an id that is not an account.',
  })
  actorId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'OAuth client, name of the trusted server, or name of the operator at the command line.',
  })
  client!: string | null;

  @Field(() => String, {
    description:
      'REST route or operation of the graph, such as `GET /data/{userId}` or `query Dashboard`; the grant of a token, such as `refresh_token`, or `log-in`, `log-out` and `renewal`; the command of an operator, such as `glycograph accounts disable`.',
  })
  operation!: string;

  @Field(() => [String], { description: 'The accessed fields of the graph, such as `User.data`.' })
  fields!: string[];

  @Field(() => AccessLogShareChange, { nullable: true, description: 'The changed share.' })
  share!: AccessLogShareChange | null;

  @Field(() => [AccessLogConsentChange], {
    nullable: true,
    description: 'The consents that were granted or revoked.',
  })
  consents!: AccessLogConsentChange[] | null;
}

@ObjectType({ description: 'An entry and its cursor.' })
export class AccessLogEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The entry.' })
  node!: AccessLogEntry;
}

@ObjectType({ description: 'A page of the access log of an account, newest first.' })
export class AccessLogConnection {
  @Field(() => [AccessLogEdge], { description: 'The entries of the page.' })
  edges!: AccessLogEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class AccessLogArguments extends pageArguments('entries') {
  @Field(() => DateTime, { nullable: true, description: 'Only actions at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only actions before this instant.' })
  to?: number;
}
