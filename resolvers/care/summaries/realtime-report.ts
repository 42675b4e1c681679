import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { mostPatients, type RealtimeQuestion } from '../../../src/care/summaries/realtime-report.service';
import { Clinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import { toPatientFilter } from '../patients/share-filters';
import { RealtimeReport, RealtimeReportArguments } from './realtime-report.types';

/** Reports of days with timely records of patients. */
@Resolver(() => Clinic)
export class RealtimeReportResolver {
  @FieldResolver(() => RealtimeReport, {
    description: 'Number of days on which the patients’ continuous data arrived within a day.',
    complexity: ({ childComplexity }) => 1 + mostPatients * childComplexity,
  })
  realtimeReport(
    @Root() { id: clinicId }: Clinic,
    @Ctx() context: RequestContext,
    @Args(() => RealtimeReportArguments)
    { startTime, endTime, search, filter, sort, period }: RealtimeReportArguments,
  ): Promise<RealtimeReport> {
    const patients = {
      ...{ clinicId, filter: { ...toPatientFilter(filter), search }, sort, period },
      onlyReadings: true,
    };
    return RealtimeReportResolver.report(context, { patients, startTime, endTime });
  }

  /** `realtimeReport` of a clinic; empty if the clinic does not exist. */
  static async report(context: RequestContext, question: RealtimeQuestion): Promise<RealtimeReport> {
    const { patients, startTime, endTime } = question;
    const { realtimeReports } = context.services;
    realtimeReports.check(question);
    const entries = await context.load(realtimeReports.findMany, question);
    return { clinicId: patients.clinicId, startTime, endTime, patients: entries };
  }

  /** `realtimeReport` for callers that do not select fields; logs access to everyone in the report. */
  static async wholeReport(context: RequestContext, question: RealtimeQuestion): Promise<RealtimeReport> {
    const report = await RealtimeReportResolver.report(context, question);
    await noteShown(context, 'Clinic.realtimeReport', report.patients);
    return report;
  }
}
