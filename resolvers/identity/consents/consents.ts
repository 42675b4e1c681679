import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ConsentRecordEntity } from '../../../src/identity/consents/consent-record.entity';
import { placedRecord, recordsOrder } from '../../../src/identity/consents/records-order';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../auth/accounts.types';
import {
  Consent,
  ConsentRecord,
  ConsentRecordArguments,
  ConsentRecordConnection,
  ConsentRecordPayload,
  GrantConsentInput,
  RevokeConsentInput,
  RevokeConsentPayload,
  toConsentRecord,
  UpdateConsentOrganizationsInput,
} from './consents.types';
import type { PageArguments } from '../../page-arguments';
import { pageComplexity, pageOfItems, usualRecords, type Cost } from '../../paging';
import { Repeatable } from '../../repeatable';

/** A consent record as the graph shows it. */
export const shown = ({ services }: RequestContext, record: ConsentRecordEntity): ConsentRecord =>
  toConsentRecord(record, services.consents.namesOrganizations(record.type));

/** The payload for a consent that an earlier request has granted. */
const recordAgain = async (
  context: RequestContext,
  created: string,
  { userId }: { userId: string },
): Promise<ConsentRecordPayload> => ({
  record: shown(context, await context.services.consents.find(userId, created)),
});

/** Consents and who has given them. */
@Resolver(() => User)
export class ConsentsResolver {
  @Query(() => [Consent], {
    description: 'The consent texts, by type, newest version first.',
  })
  consents(
    @Ctx() { services }: RequestContext,
    @Arg('type', () => String, { nullable: true, description: 'Only texts of this type.' }) type?: string,
    @Arg('version', () => Int, { nullable: true, description: 'Only texts of this version.' })
    version?: number,
    @Arg('latest', () => Boolean, { nullable: true, description: 'Only the newest version of each type.' })
    latest?: boolean,
  ): Consent[] {
    return services.consents.texts({ type, version, latest });
  }

  @Query(() => Consent, { nullable: true, description: 'The newest version of a consent text.' })
  consent(
    @Ctx() { services }: RequestContext,
    @Arg('type', { description: 'Type of the consent.' }) type: string,
  ): Consent | null {
    return services.consents.texts({ type, latest: true })[0] ?? null;
  }

  @Query(() => ConsentRecord, { description: 'A consent record of an account.' })
  async consentRecord(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account that the consent belongs to.' })
    userId: string,
    @Arg('id', () => ID, { description: 'Id of the record.' }) id: string,
  ): Promise<ConsentRecord> {
    return shown(context, await context.services.consents.find(userId, id));
  }

  @FieldResolver(() => ConsentRecordConnection, {
    description: 'The account’s consent records, by type, newest first.',
    complexity: (cost: Cost<PageArguments>) => pageComplexity(cost, usualRecords),
  })
  consentRecords(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => ConsentRecordArguments) page: ConsentRecordArguments,
  ): Promise<ConsentRecordConnection> {
    return ConsentsResolver.recordPage(context, user, page);
  }

  /** `User.consentRecords` of an account that may not exist. */
  static async recordPage(
    context: RequestContext,
    { id }: { id: string },
    { first, after, last, before, ...filter }: ConsentRecordArguments,
  ): Promise<ConsentRecordConnection> {
    const { consents } = context.services;
    const all = consents.matching(await context.load(consents.findRecords, id), filter);
    const page = await pageOfItems(
      { field: 'User.consentRecords', of: id, order: recordsOrder, counts: true },
      { first, after, last, before },
      all.map(placedRecord),
      (record) => shown(context, record),
      usualRecords,
    );
    return { ...page, totalCount: all.length };
  }

  @Repeatable(recordAgain)
  @Mutation(() => ConsentRecordPayload, {
    description: 'Grants a consent. An active older version ends at the same moment.',
  })
  async grantConsent(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, organizations = [], ...consent }: GrantConsentInput,
  ): Promise<ConsentRecordPayload> {
    const record = await context.services.consents.grant(userId, { ...consent, organizations });
    return { record: shown(context, record) };
  }

  @Mutation(() => ConsentRecordPayload, {
    description: 'Changes which organizations a data donation supports.',
  })
  async updateConsentOrganizations(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, recordId, organizations }: UpdateConsentOrganizationsInput,
  ): Promise<ConsentRecordPayload> {
    const record = await context.services.consents.setOrganizations(userId, recordId, organizations);
    return { record: shown(context, record) };
  }

  @Mutation(() => RevokeConsentPayload, {
    description:
      'Revokes a consent; revoking a data donation also revokes its study. Repeating it changes nothing.',
  })
  async revokeConsent(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, recordId }: RevokeConsentInput,
  ): Promise<RevokeConsentPayload> {
    const { record, study } = await context.services.consents.revoke(userId, recordId);
    return { done: true, record: shown(context, record), study: study && shown(context, study) };
  }
}

/** Edges of a consent record. */
@Resolver(() => ConsentRecord)
export class ConsentRecordResolver {
  @FieldResolver(() => Consent, {
    nullable: true,
    description: 'The text of the consent; absent if it is older than this service.',
  })
  consent(@Root() { type, version }: ConsentRecord, @Ctx() { services }: RequestContext): Consent | null {
    return services.consents.texts({ type, version })[0] ?? null;
  }
}
