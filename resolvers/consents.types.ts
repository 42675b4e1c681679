import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ConsentRecordEntity } from '../src/consents/consent-record.entity';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

/** States of consents as the graph spells them. */
export const ConsentStatusName = { ACTIVE: 'active', REVOKED: 'revoked' } as const;

registerEnumType(ConsentStatusName, {
  name: 'ConsentStatus',
  description: 'Whether a consent holds.',
  valuesConfig: {
    ACTIVE: { description: 'It holds.' },
    REVOKED: { description: 'It was ended, or a newer version has taken its place.' },
  },
});

export type ConsentStatus = 'active' | 'revoked';

@ObjectType({ description: 'A text that people can agree to.' })
export class Consent {
  @Field({ description: 'What it is about, such as `big_data_donation_project`.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text, from 1 on.' })
  version!: number;

  @Field({ description: 'The text, as Markdown.' })
  content!: string;

  @Field(() => DateTime, { description: 'Since when there is this text.' })
  createdTime!: number;
}

@ObjectType({ description: 'That somebody has agreed to a text, and whether that still holds.' })
export class ConsentRecord {
  @Field(() => ID, { description: 'Id of the record.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the consent is for.' })
  userId!: string;

  @Field({ description: 'What it is about.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text that was agreed to.' })
  version!: number;

  @Field(() => ConsentStatusName, { description: 'Whether it holds.' })
  status!: ConsentStatus;

  @Field({ description: 'Age of the account’s owner: `<13`, `13-17` or `>=18`.' })
  ageGroup!: string;

  @Field({ description: 'Name of the account’s owner, as signed.' })
  ownerName!: string;

  @Field(() => String, { nullable: true, description: 'Name of the parent or guardian who has signed.' })
  parentGuardianName!: string | null;

  @Field({ description: 'Who has signed: `owner` or `parent/guardian`.' })
  grantorType!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Organizations that a donation of data is to support; absent for other consents.',
  })
  organizations!: string[] | null;

  @Field(() => DateTime, { description: 'When it was granted.' })
  grantTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it ended; absent while it holds.' })
  revocationTime!: number | null;

  @Field(() => DateTime, { description: 'When the record was made.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the record was last changed.' })
  modifiedTime!: number;
}

/** The record as the graph shows it. */
export function toConsentRecord(record: ConsentRecordEntity, namesOrganizations: boolean): ConsentRecord {
  const { activeType, organizations } = record;
  return Object.assign(new ConsentRecord(), record, {
    status: activeType === null ? 'revoked' : 'active',
    organizations: namesOrganizations ? organizations : null,
  });
}

@ObjectType({ description: 'A consent record and its place in the list.' })
export class ConsentRecordEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The record.' })
  node!: ConsentRecord;
}

@ObjectType({ description: 'A page of consent records: by type, newest first.' })
export class ConsentRecordConnection {
  @Field(() => [ConsentRecordEdge], { description: 'The records of the page.' })
  edges!: ConsentRecordEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'How many records there are on all pages.' })
  totalCount!: number;
}

@ArgsType()
export class ConsentRecordArguments {
  @Field(() => Int, { description: 'How many records at most, up to 1,000.', defaultValue: 100 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => String, { nullable: true, description: 'Only those of this type.' })
  type?: string;

  @Field(() => Int, { nullable: true, description: 'Only those of this version.' })
  version?: number;

  @Field(() => ConsentStatusName, { nullable: true, description: 'Only those in this state.' })
  status?: ConsentStatus;

  @Field({ description: 'Only the newest record of each type.', defaultValue: true })
  latest!: boolean;
}

@InputType({ description: 'What somebody agrees to, and who signs.' })
export class GrantConsentInput {
  @Field(() => ID, { description: 'Account that the consent is for: the caller’s own.' })
  userId!: string;

  @Field({ description: 'What it is about.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text.' })
  version!: number;

  @Field({ description: 'Age of the account’s owner: `<13`, `13-17` or `>=18`.' })
  ageGroup!: string;

  @Field({ description: 'Name of the account’s owner, 1 to 256 characters.' })
  ownerName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the parent or guardian; needed below 18 years, and not allowed above.',
  })
  parentGuardianName?: string;

  @Field({ description: 'Who signs: `owner` from 18 years on, else `parent/guardian`.' })
  grantorType!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Organizations that a donation of data is to support.',
  })
  organizations?: string[];
}

@InputType({ description: 'Which organizations a donation of data is to support from now on.' })
export class UpdateConsentOrganizationsInput {
  @Field(() => ID, { description: 'Account that the consent is for.' })
  userId!: string;

  @Field(() => ID, { description: 'The record.' })
  recordId!: string;

  @Field(() => [String], { description: 'The organizations; none to clear them.' })
  organizations!: string[];
}

@InputType({ description: 'Which consent to end.' })
export class RevokeConsentInput {
  @Field(() => ID, { description: 'Account that the consent is for.' })
  userId!: string;

  @Field(() => ID, { description: 'The record.' })
  recordId!: string;
}

@ObjectType({ description: 'A consent record after a change.' })
export class ConsentRecordPayload {
  @Field({ description: 'The record as it is now.' })
  record!: ConsentRecord;
}
