import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { PatientSummary } from '../src/clinics/patient-summary.entity';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { PatientDataSourceInput } from './patient-inputs.types';
import { patientFieldsOf } from './patients';
import { JsonObject } from './scalars';

@InputType({ description: 'Statistics of an account’s data for its clinics.' })
export class UpdatePatientSummaryInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: '`cgmStats` and `bgmStats` as in the REST routes; when absent, the summary is taken back.',
  })
  summary?: PatientSummary;
}

@InputType({ description: 'Statistics that are no more.' })
export class DeletePatientSummaryInput {
  @Field(() => ID, { description: 'Id of the statistics.' })
  summaryId!: string;
}

@InputType({ description: 'Where the data of an account come from.' })
export class SetPatientDataSourcesInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => [PatientDataSourceInput], { description: 'All sources.' })
  dataSources!: PatientDataSourceInput[];
}

@ObjectType({ description: 'How far a change of summaries went.' })
export class PatientSummaryPayload {
  @Field(() => Int, { description: 'How many patients of clinics it was about.' })
  patients!: number;
}

/** What clinics know of their patients' data, told by trusted servers. */
@Resolver()
export class PatientSummariesResolver {
  @Mutation(() => PatientSummaryPayload, {
    description: 'Tells all clinics of an account the statistics of its data. For trusted servers.',
  })
  async updatePatientSummary(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, summary }: UpdatePatientSummaryInput,
  ): Promise<PatientSummaryPayload> {
    return { patients: await services.patientSummaries.replace(userId, summary ?? null) };
  }

  @Mutation(() => PatientSummaryPayload, {
    description: 'Takes statistics back from all clinics. For trusted servers.',
  })
  async deletePatientSummary(
    @Ctx() { services }: RequestContext,
    @Arg('input') { summaryId }: DeletePatientSummaryInput,
  ): Promise<PatientSummaryPayload> {
    return { patients: await services.patientSummaries.remove(summaryId) };
  }

  @Mutation(() => DonePayload, {
    description: 'Tells all clinics of an account where its data come from. For trusted servers.',
  })
  async setPatientDataSources(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, dataSources }: SetPatientDataSourcesInput,
  ): Promise<DonePayload> {
    const fields = patientFieldsOf({ dataSources });
    await services.patientSummaries.setDataSources(userId, fields.dataSources ?? []);
    return { done: true };
  }
}
