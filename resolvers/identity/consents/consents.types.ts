import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ConsentRecordEntity } from '../../../src/identity/consents/consent-record.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { usualRecords } from '../../paging';
import { DateTime } from '../../scalars';

/** States of consents in the graph. */
export const ConsentStatusName = { ACTIVE: 'active', REVOKED: 'revoked' } as const;

registerEnumType(ConsentStatusName, {
  name: 'ConsentStatus',
  description: 'State of a consent.',
  valuesConfig: {
    ACTIVE: { description: 'Active.' },
    REVOKED: { description: 'Revoked, or replaced by a newer version.' },
  },
});

export type ConsentStatus = 'active' | 'revoked';

@ObjectType({ description: 'A text that people can consent to.' })
export class Consent {
  @Field({ description: 'Type of the consent, such as `big_data_donation_project`.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text, from 1.' })
  version!: number;

  @Field({ description: 'The text, as Markdown.' })
  content!: string;

  @Field(() => DateTime, { description: 'When the text was created.' })
  createdTime!: number;
}

@ObjectType({ description: 'A person’s consent to a text.' })
export class ConsentRecord {
  @Field(() => ID, { description: 'Id of the record.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the account that the consent belongs to.' })
  userId!: string;

  @Field({ description: 'Type of the consent.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text.' })
  version!: number;

  @Field(() => ConsentStatusName, { description: 'State of the consent.' })
  status!: ConsentStatus;

  @Field({ description: 'Age group of the account’s owner: `<13`, `13-17` or `>=18`.' })
  ageGroup!: string;

  @Field({ description: 'Name of the account’s owner, as signed.' })
  ownerName!: string;

  @Field(() => String, { nullable: true, description: 'Name of the parent or guardian who signed.' })
  parentGuardianName!: string | null;

  @Field({ description: 'Who signed: `owner` or `parent/guardian`.' })
  grantorType!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Organizations that a data donation supports; absent for other consents.',
  })
  organizations!: string[] | null;

  @Field(() => DateTime, { description: 'When it was granted.' })
  grantTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it ended; absent while it is active.' })
  revocationTime!: number | null;

  @Field(() => DateTime, { description: 'When the record was created.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When the record was last changed.' })
  modifiedTime!: number;
}

/** Maps a consent record to its GraphQL type. */
export function toConsentRecord(record: ConsentRecordEntity, namesOrganizations: boolean): ConsentRecord {
  const { activeType, organizations } = record;
  return Object.assign(new ConsentRecord(), record, {
    status: activeType === null ? 'revoked' : 'active',
    organizations: namesOrganizations ? organizations : null,
  });
}

@ObjectType({ description: 'A consent record and its cursor.' })
export class ConsentRecordEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The record.' })
  node!: ConsentRecord;
}

@ObjectType({ description: 'A page of consent records: by type, newest first.' })
export class ConsentRecordConnection {
  @Field(() => [ConsentRecordEdge], { description: 'The records of the page.' })
  edges!: ConsentRecordEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'Total number of records.' })
  totalCount!: number;
}

@ArgsType()
export class ConsentRecordArguments extends pageArguments('records', usualRecords) {
  @Field(() => String, { nullable: true, description: 'Only those of this type.' })
  type?: string;

  @Field(() => Int, { nullable: true, description: 'Only those of this version.' })
  version?: number;

  @Field(() => ConsentStatusName, { nullable: true, description: 'Only those in this state.' })
  status?: ConsentStatus;

  @Field({ description: 'Only the newest record of each type.', defaultValue: true })
  latest!: boolean;
}

@InputType({ description: 'The consent to grant, and who signs.' })
export class GrantConsentInput {
  @Field(() => ID, { description: 'Id of the caller’s own account.' })
  userId!: string;

  @Field({ description: 'Type of the consent.' })
  type!: string;

  @Field(() => Int, { description: 'Version of the text.' })
  version!: number;

  @Field({ description: 'Age group of the account’s owner: `<13`, `13-17` or `>=18`.' })
  ageGroup!: string;

  @Field({ description: 'Name of the account’s owner, 1 to 256 characters.' })
  ownerName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the parent or guardian; required below 18 years, otherwise not allowed.',
  })
  parentGuardianName?: string;

  @Field({ description: 'Who signs: `owner` if 18 or older, else `parent/guardian`.' })
  grantorType!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Organizations that a data donation supports.',
  })
  organizations?: string[];
}

@InputType({ description: 'New organizations that a data donation supports.' })
export class UpdateConsentOrganizationsInput {
  @Field(() => ID, { description: 'Id of the account that the consent belongs to.' })
  userId!: string;

  @Field(() => ID, { description: 'Id of the record.' })
  recordId!: string;

  @Field(() => [String], { description: 'The organizations; an empty list clears them.' })
  organizations!: string[];
}

@InputType({ description: 'The consent to revoke.' })
export class RevokeConsentInput {
  @Field(() => ID, { description: 'Id of the account that the consent belongs to.' })
  userId!: string;

  @Field(() => ID, { description: 'Id of the record.' })
  recordId!: string;
}

@ObjectType({ description: 'Result of changing a consent record.' })
export class ConsentRecordPayload {
  @Field({ description: 'The record after the change.' })
  record!: ConsentRecord;
}

@ObjectType({ description: 'Result of revoking a consent.' })
export class RevokeConsentPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field({ description: 'The record after the change.' })
  record!: ConsentRecord;

  @Field(() => ConsentRecord, {
    nullable: true,
    description: 'The record of the study that has ended with the data donation; absent if none has.',
  })
  study!: ConsentRecord | null;
}
