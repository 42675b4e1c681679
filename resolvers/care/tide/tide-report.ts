import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { tideCategories, usualCategories, type TideCategory } from '../../../src/care/tide/tide-categories';
import { badInput } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import { PatientTag } from '../patients/labels.types';
import { loadPatient } from '../patients/patients';
import { Patient } from '../patients/patients.types';
import { TideConfig, TideEntry, TideReport, TideReportInput, toTideReport } from './tide-report.types';

/** Number of patients in all sections of a report. */
const mostPatients = 150;

const isCategory = (name: string): name is TideCategory =>
  (tideCategories as readonly string[]).includes(name);

function chooseCategories({ categories }: TideReportInput): readonly TideCategory[] {
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
    context: RequestContext,
    clinicId: string,
    input: TideReportInput,
  ): Promise<TideReport> {
    const question = { ...input, clinicId, categories: chooseCategories(input) };
    const { tideReports } = context.services;
    tideReports.check(question);
    return toTideReport(input, clinicId, await context.load(tideReports.sections, question));
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
  @FieldResolver(() => Patient, { description: 'The patient as the clinic sees them.' })
  patient(@Root() { clinicId, userId }: TideEntry, @Ctx() context: RequestContext): Promise<Patient> {
    return loadPatient(context, { clinicId, userId });
  }

  @FieldResolver(() => [PatientTag], { description: 'All tags of the patient, in order of creation.' })
  tags(@Root() { clinicId, tagIds }: TideEntry, @Ctx() context: RequestContext): Promise<PatientTag[]> {
    return tagsOfClinic(context, clinicId, tagIds);
  }
}

/** The clinic and the tags that a report is about. */
@Resolver(() => TideConfig)
export class TideConfigResolver {
  @FieldResolver(() => Clinic, { description: 'The clinic whose patients the report shows.' })
  clinic(@Root() { clinicId }: TideConfig, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @FieldResolver(() => [PatientTag], { description: 'The requested tags, in order of creation.' })
  tags(@Root() { clinicId, tagIds }: TideConfig, @Ctx() context: RequestContext): Promise<PatientTag[]> {
    return tagsOfClinic(context, clinicId, tagIds);
  }
}

/** Those tags of a clinic that still exist. */
async function tagsOfClinic(
  context: RequestContext,
  clinicId: string,
  tagIds: readonly string[],
): Promise<PatientTag[]> {
  const tags = await context.load(context.services.patientTags.ofClinics, clinicId);
  return tags.filter(({ id }) => tagIds.includes(id));
}
