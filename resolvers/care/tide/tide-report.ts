import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { tideCategories, usualCategories, type TideCategory } from '../../../src/care/tide/tide-categories';
import { badInput } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { Clinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import { loadPatient } from '../patients/patients';
import { Patient } from '../patients/patients.types';
import { TideEntry, TideReport, TideReportInput, toTideReport } from './tide-report.types';

/** Number of patients in all sections of a report. */
const mostPatients = 150;

const isCategory = (name: string): name is TideCategory =>
  (tideCategories as readonly string[]).includes(name);

function categoriesOf({ categories }: TideReportInput): readonly TideCategory[] {
  if (!categories) return usualCategories;
  if (categories.every(isCategory)) return categories;
  throw badInput('"noData" is no category to ask for; it is left out by "excludeNoData".');
}

/** Reports of patients who need attention. */
@Resolver(() => Clinic)
export class TideReportResolver {
  @FieldResolver(() => TideReport, {
    description: 'Patients with certain tags who need attention, by category.',
    complexity: ({ childComplexity }) => 1 + mostPatients * childComplexity,
  })
  tideReport(
    @Root() { id }: Clinic,
    @Ctx() context: RequestContext,
    @Arg('input') input: TideReportInput,
  ): Promise<TideReport> {
    return TideReportResolver.report(context, id, input);
  }

  /** `tideReport` of a clinic; empty if the clinic does not exist. */
  static async report(
    { services }: RequestContext,
    clinicId: string,
    input: TideReportInput,
  ): Promise<TideReport> {
    const question = { ...input, clinicId, categories: categoriesOf(input) };
    return toTideReport(input, clinicId, await services.tideReports.sections(question));
  }

  /** `tideReport` for callers that do not select fields; logs access to everyone in the report. */
  static async wholeReport(
    context: RequestContext,
    clinicId: string,
    input: TideReportInput,
  ): Promise<TideReport> {
    const report = await TideReportResolver.report(context, clinicId, input);
    const shown = report.categories.flatMap(({ patients }) => patients);
    await noteShown(context, 'Clinic.tideReport', shown);
    return report;
  }
}

/** The patient of an entry, with all that the report does not have. */
@Resolver(() => TideEntry)
export class TideEntryResolver {
  @FieldResolver(() => Patient, { description: 'The patient.' })
  patient(@Root() { clinicId, userId }: TideEntry, @Ctx() context: RequestContext): Promise<Patient> {
    return loadPatient(context, { clinicId, userId });
  }
}
