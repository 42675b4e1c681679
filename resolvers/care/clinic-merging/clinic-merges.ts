import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { MergePlan as Plan } from '../../../src/care/clinic-merging/merge-plan';
import { mergeReport } from '../../../src/care/clinic-merging/merge-report';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from '../../identity/auth/accounts.types';
import { noteShown } from '../messages/note-shown';
import { MergeClinicsInput, MergePlan, toMergePlan } from './clinic-merges.types';

/** Merges of clinics. */
@Resolver()
export class ClinicMergesResolver {
  @Query(() => MergePlan, {
    description: 'Preview of merging one clinic into another. For trusted servers.',
  })
  async clinicMergePlan(
    @Ctx() { services }: RequestContext,
    @Arg('sourceId', () => ID, { description: 'Id of the clinic that the merge would delete.' })
    sourceId: string,
    @Arg('targetId', () => ID, { description: 'Id of the clinic that would remain.' }) targetId: string,
  ): Promise<MergePlan> {
    return toMergePlan(await services.clinicMerges.plan({ sourceId, targetId }));
  }

  /** `clinicMergePlan` with everything in the report; logs access to everyone in it. */
  static async plan(context: RequestContext, sourceId: string, targetId: string): Promise<Plan> {
    const plan = await context.services.clinicMerges.plan({ sourceId, targetId });
    const shown = plan.patients.flatMap(
      ({ sourcePatient, targetPatient }) => sourcePatient ?? targetPatient ?? [],
    );
    await noteShown(
      context,
      'Query.clinicMergePlan',
      shown.map(({ userId }) => userId),
    );
    return plan;
  }

  /** `clinicMergePlan` as a workbook. */
  static async workbook(context: RequestContext, sourceId: string, targetId: string): Promise<Buffer> {
    return mergeReport(await ClinicMergesResolver.plan(context, sourceId, targetId));
  }

  @Mutation(() => DonePayload, {
    description: 'Merges one clinic into another, as its plan says. For trusted servers.',
  })
  async mergeClinics(
    @Ctx() { services }: RequestContext,
    @Arg('input') { sourceId, targetId }: MergeClinicsInput,
  ): Promise<DonePayload> {
    await services.clinicMerges.merge({ sourceId, targetId });
    return { done: true };
  }
}
