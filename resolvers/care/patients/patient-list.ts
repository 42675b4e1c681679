import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import type { Place } from '../../../src/care/clinics/people/clinician.service';
import { listItems } from '../../../src/platform/list-part';
import { patientOrder, type PatientListQuestion } from '../../../src/care/patients/patient-list';
import { RequestContext } from '../../../src/request/request-context';
import { asksFor } from '../../asks-for';
import { Clinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import { keyedPage, pageComplexity } from '../../paging';
import { ClinicPatientConnection, PatientListArguments } from './patient-list.types';
import { toPatient } from './patients.types';
import { withSummaries, type PatientWithSummary } from './patients-with-summaries';
import { toPatientFilter } from './share-filters';

/** A page of patients, and their number. */
export interface PatientList {
  patients: PatientWithSummary[];
  /** Number of matching patients. */
  count: number;
  /** Number of all patients of the clinic. */
  totalCount: number;
}

const everybody = ({ clinicId, period }: PatientListQuestion): PatientListQuestion => ({
  clinicId,
  period,
  filter: {},
});

/** Fields of patients that are read from the stored summary. */
const summaryFields = ['summary', 'storedSummary'];

/** Patient lists of a clinic. */
@Resolver(() => Clinic)
export class PatientListResolver {
  @FieldResolver(() => ClinicPatientConnection, {
    description: 'The patients, sorted by name by default.',
    complexity: pageComplexity,
  })
  async patients(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => PatientListArguments) { search, filter, sort, period, ...page }: PatientListArguments,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ClinicPatientConnection> {
    const question = {
      ...{ clinicId, filter: { ...toPatientFilter(filter), search }, sort, period },
      onlyReadings: true,
    };
    const withSummaries = summaryFields.some((name) => asksFor(info, `edges.node.${name}`));
    const connection = await keyedPage(
      { field: 'Clinic.patients', of: clinicId, order: patientOrder(question), counts: true },
      page,
      (part) => context.load(context.services.patientList.pages, { ...question, ...part, withSummaries }),
      toPatient,
    );
    return { ...connection, question };
  }

  /** `patients` without pagination, with counts; logs access to everyone in the result. */
  static async list(
    context: RequestContext,
    question: PatientListQuestion,
    place: Place,
  ): Promise<PatientList> {
    const { patientList } = context.services;
    const [[placed = []], [count = 0, totalCount = 0]] = await Promise.all([
      patientList.pages([{ ...question, ...place, withSummaries: true }]),
      patientList.counts([question, everybody(question)]),
    ]);
    const found = listItems(placed);
    await noteShown(
      context,
      'Clinic.patients',
      found.map(({ patient }) => patient),
    );
    return { patients: await withSummaries(context, found), count, totalCount };
  }
}

/** Numbers of patients. */
@Resolver(() => ClinicPatientConnection)
export class ClinicPatientConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching patients.' })
  count(@Root() { question }: ClinicPatientConnection, @Ctx() context: RequestContext): Promise<number> {
    return context.load(context.services.patientList.counts, question);
  }

  @FieldResolver(() => Int, { description: 'Number of patients in the clinic.' })
  totalCount(@Root() { question }: ClinicPatientConnection, @Ctx() context: RequestContext): Promise<number> {
    return context.load(context.services.patientList.counts, everybody(question));
  }
}
