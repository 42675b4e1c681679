import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { SummaryPeriod, SummaryType } from '../../../src/care/patients/summary-fields';
import { RequestContext } from '../../../src/request/request-context';
import { Patient } from '../patients/patients.types';
import { readSummary } from '../patients/patients-with-summaries';
import { SummaryPeriodName, SummaryTypeName } from '../patients/summary-figures.types';
import { PatientSummary } from './patient-summary.types';
import { toPatientSummary } from './to-patient-summary';

/** Assumed cost of parsing a stored summary, in plain fields. */
const readingComplexity = 200;

/** Statistics of patients, as their clinics have them. */
@Resolver(() => Patient)
export class PatientSummaryResolver {
  @FieldResolver(() => PatientSummary, {
    nullable: true,
    description:
      'Statistics of the patient’s recent glucose readings: time in range, mean glucose, GMI, last upload. Absent until there are readings.',
    complexity: ({ childComplexity }) => readingComplexity + childComplexity,
  })
  async summary(
    @Root() patient: Patient,
    @Ctx() context: RequestContext,
    @Arg('type', () => SummaryTypeName, {
      defaultValue: 'cgm',
      description: 'Whether to count sensor readings (CGM) or meter readings (BGM).',
    })
    type: SummaryType,
    @Arg('period', () => SummaryPeriodName, {
      nullable: true,
      description: 'Only this period; all periods if absent.',
    })
    period?: SummaryPeriod,
  ): Promise<PatientSummary | null> {
    const stats = (await readSummary(context, patient))?.value[`${type}Stats`];
    return stats ? toPatientSummary(stats, type, period) : null;
  }
}
