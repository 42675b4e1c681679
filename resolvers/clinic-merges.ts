import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { MergePlan as Plan } from '../src/clinics/merging/merge-plan';
import { mergeReport } from '../src/clinics/merging/merge-report';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { noteShown } from './note-shown';
import { MergeClinicsInput, MergePlan, toMergePlan } from './clinic-merges.types';

/** Clinics that become parts of others. */
@Resolver()
export class ClinicMergesResolver {
  @Query(() => MergePlan, {
    description: 'What it would do to make one clinic a part of another one. For trusted servers.',
  })
  async clinicMergePlan(
    @Ctx() { services }: RequestContext,
    @Arg('sourceId', () => ID, { description: 'The clinic that would be no more.' }) sourceId: string,
    @Arg('targetId', () => ID, { description: 'The clinic that would get everything.' }) targetId: string,
  ): Promise<MergePlan> {
    return toMergePlan(await services.clinicMerges.plan({ sourceId, targetId }));
  }

  /** `clinicMergePlan` with everything that a report tells; on record for everybody whom it shows. */
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
    description: 'Makes one clinic a part of another one, as its plan says. For trusted servers.',
  })
  async mergeClinics(
    @Ctx() { services }: RequestContext,
    @Arg('input') { sourceId, targetId }: MergeClinicsInput,
  ): Promise<DonePayload> {
    await services.clinicMerges.merge({ sourceId, targetId });
    return { done: true };
  }
}
