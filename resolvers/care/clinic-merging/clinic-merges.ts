import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { MergePlan as Plan } from '../../../src/care/clinic-merging/merge-plan';
import { mergeReport } from '../../../src/care/clinic-merging/merge-report';
import { RequestContext } from '../../../src/request/request-context';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import { pageComplexity, pageOfItems } from '../../paging';
import { payloadEdges } from '../../payload-edges';
import { MergeClinicsInput, MergeClinicsPayload, MergePlan, toMergePlan } from './clinic-merges.types';
import {
  MergedClinicianArguments,
  MergedClinicianConnection,
  mergedCliniciansOrder,
  MergedPatientArguments,
  MergedPatientConnection,
  mergedPatientsOrder,
  placedClinicians,
  placedPatients,
} from './merge-pages.types';

/** Merges of clinics. */
@Resolver(() => MergePlan)
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

  @FieldResolver(() => Clinic, { description: 'The clinic that the merge deletes.' })
  source(@Root() { sourceId }: MergePlan, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, sourceId);
  }

  @FieldResolver(() => Clinic, { description: 'The clinic that remains.' })
  target(@Root() { targetId }: MergePlan, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, targetId);
  }

  @FieldResolver(() => MergedPatientConnection, {
    description: 'Patients of the source, then those of the target, by the ids of their accounts.',
    complexity: pageComplexity,
  })
  mergedPatients(
    @Root() { sourceId, targetId, patients }: MergePlan,
    @Args(() => MergedPatientArguments) page: MergedPatientArguments,
  ): Promise<MergedPatientConnection> {
    const of = `${sourceId} ${targetId}`;
    const list = { field: 'MergePlan.mergedPatients', of, order: mergedPatientsOrder };
    return pageOfItems(list, page, placedPatients(patients), (patient) => patient);
  }

  @FieldResolver(() => MergedClinicianConnection, {
    description: 'Clinicians of the source, then those of the target, by the ids of their accounts.',
    complexity: pageComplexity,
  })
  mergedClinicians(
    @Root() { sourceId, targetId, clinicians }: MergePlan,
    @Args(() => MergedClinicianArguments) page: MergedClinicianArguments,
  ): Promise<MergedClinicianConnection> {
    const of = `${sourceId} ${targetId}`;
    const list = { field: 'MergePlan.mergedClinicians', of, order: mergedCliniciansOrder };
    return pageOfItems(list, page, placedClinicians(clinicians), (clinician) => clinician);
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

  @Mutation(() => MergeClinicsPayload, {
    description: 'Merges one clinic into another, as its plan says. For trusted servers.',
  })
  async mergeClinics(
    @Ctx() { services }: RequestContext,
    @Arg('input') { sourceId, targetId }: MergeClinicsInput,
  ): Promise<MergeClinicsPayload> {
    await services.clinicMerges.merge({ sourceId, targetId });
    return { done: true, removedId: sourceId, targetId };
  }
}

/** The clinic that remains after a merge. */
export const MergeClinicsEdges = payloadEdges(MergeClinicsPayload, {
  clinic: {
    type: () => Clinic,
    description: 'The clinic that remains.',
    load: ({ targetId }, context) => loadClinic(context, targetId),
  },
});
