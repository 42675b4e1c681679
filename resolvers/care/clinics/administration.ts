import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { clinicsOrder } from '../../../src/care/clinics/clinic.service';
import { membersOrder } from '../../../src/care/clinics/people/clinician-lists';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { Admin } from '../../identity/administration/administration.types';
import { globalId } from '../../global-id';
import { keyedPage, pageComplexity } from '../../paging';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';
import {
  AddClinicMemberInput,
  AdminClinic,
  AdminClinicArguments,
  AdminClinicConnection,
  AdminClinicMemberArguments,
  AdminClinicMemberConnection,
  AdminClinicMemberPayload,
  AdminClinicPayload,
  RemoveClinicMemberInput,
  SetClinicTierInput,
  toAdminClinic,
  toAdminClinicMember,
} from './administration.types';

/** The clinics of the service, for its administrators. */
@Resolver(() => Admin)
export class AdminClinicsResolver {
  @FieldResolver(() => AdminClinicConnection, {
    description: 'Clinics in the order of their creation.',
    complexity: pageComplexity,
  })
  clinics(
    @Ctx() { services }: RequestContext,
    @Args(() => AdminClinicArguments) { search: name, shareCode, ...page }: AdminClinicArguments,
  ): Promise<AdminClinicConnection> {
    return keyedPage(
      { field: 'Admin.clinics', order: clinicsOrder },
      page,
      (part) => services.clinics.list({ name, shareCode }, part),
      toAdminClinic,
    );
  }

  @Mutation(() => AdminClinicPayload, {
    description: 'Sets the service tier of a clinic. For administrators.',
  })
  async setClinicTier(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tier }: SetClinicTierInput,
  ): Promise<AdminClinicPayload> {
    return { clinic: toAdminClinic(await services.clinicSettings.setTier(clinicId, tier)) };
  }

  @TakesNoKey('An account is a member of a clinic only once.')
  @Mutation(() => AdminClinicMemberPayload, {
    description: 'Makes an account a member of a clinic, without an invitation. For administrators.',
  })
  async addClinicMember(
    @Ctx() context: RequestContext,
    @Arg('input') { clinicId, userId, roles }: AddClinicMemberInput,
  ): Promise<AdminClinicMemberPayload> {
    const { accounts, clinicians, metadata } = context.services;
    const [account, [name = null]] = await Promise.all([
      context.load(accounts.findMany, userId),
      metadata.displayNames([userId]),
    ]);
    if (!account) throw notFound('User not found');
    const member = await clinicians.create(clinicId, { userId, email: account.email, name, roles });
    return { member: toAdminClinicMember(member) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Removes a member from a clinic, which always keeps an administrator. For administrators.',
  })
  async removeClinicMember(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { clinicId, userId }: RemoveClinicMemberInput,
  ): Promise<RemovedPayload> {
    const recordId = await services.clinicians.remove({ clinicId, userId }, { userId: callerId });
    return removed(globalId('Clinician', [clinicId, recordId]));
  }
}

/** The members of a clinic, for administrators of the service. */
@Resolver(() => AdminClinic)
export class AdminClinicMembersResolver {
  @FieldResolver(() => AdminClinicMemberConnection, {
    description: 'Members and invited members, newest first.',
    complexity: pageComplexity,
  })
  members(
    @Root() { id: clinicId }: AdminClinic,
    @Ctx() context: RequestContext,
    @Args(() => AdminClinicMemberArguments) page: AdminClinicMemberArguments,
  ): Promise<AdminClinicMemberConnection> {
    return keyedPage(
      { field: 'AdminClinic.members', of: clinicId, order: membersOrder },
      page,
      (part) => context.load(context.services.clinicians.pages, { clinicId, filter: {}, ...part }),
      toAdminClinicMember,
    );
  }
}
