import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { PatientSummary } from '../../../src/care/patients/patient-summary.entity';
import { RequestContext } from '../../../src/request/request-context';
import { changedAccount } from '../../identity/auth/accounts';
import { ChangedAccountPayload } from '../../identity/auth/accounts.types';
import { PatientDataSourceInput } from './patient-inputs.types';
import { toPatientFields } from './patients';
import { Clearable } from '../../clearable';
import { JsonObject } from '../../scalars';

@InputType({ description: 'Statistics of an account’s data, for its clinics.' })
export class UpdatePatientSummaryInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Clearable()
  @Field(() => JsonObject, {
    nullable: true,
    description:
      '`cgmStats` and `bgmStats`: JSON in the form that services send each other over REST. Null deletes the statistics; absent keeps them.',
  })
  summary?: PatientSummary | null;
}

@InputType({ description: 'Statistics to delete.' })
export class DeletePatientSummaryInput {
  @Field(() => ID, { description: 'Id of the statistics.' })
  summaryId!: string;
}

@InputType({ description: 'The data sources of an account.' })
export class SetPatientDataSourcesInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => [PatientDataSourceInput], {
    description: 'All data sources of the account, as its clinics see them.',
  })
  dataSources!: PatientDataSourceInput[];
}

@ObjectType({ description: 'Result of updating summaries.' })
export class PatientSummaryPayload {
  @Field(() => Int, { description: 'Number of affected patient records.' })
  patients!: number;
}

/** Summaries of patients' data in clinics, updated by trusted servers. */
@Resolver()
export class PatientSummariesResolver {
  @Mutation(() => PatientSummaryPayload, {
    description: 'Updates an account’s statistics in all of its clinics. For trusted servers.',
  })
  async updatePatientSummary(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, summary }: UpdatePatientSummaryInput,
  ): Promise<PatientSummaryPayload> {
    if (summary === undefined) return { patients: 0 };
    return { patients: await services.patientSummaries.replace(userId, summary) };
  }

  @Mutation(() => PatientSummaryPayload, {
    description: 'Deletes statistics from all clinics. For trusted servers.',
  })
  async deletePatientSummary(
    @Ctx() { services }: RequestContext,
    @Arg('input') { summaryId }: DeletePatientSummaryInput,
  ): Promise<PatientSummaryPayload> {
    return { patients: await services.patientSummaries.remove(summaryId) };
  }

  @Mutation(() => ChangedAccountPayload, {
    description: 'Updates an account’s data sources in all of its clinics. For trusted servers.',
  })
  async setPatientDataSources(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, dataSources }: SetPatientDataSourcesInput,
  ): Promise<ChangedAccountPayload> {
    const fields = toPatientFields({ dataSources });
    await services.patientSummaries.setDataSources(userId, fields.dataSources ?? []);
    return changedAccount(userId);
  }
}
