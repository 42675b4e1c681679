import { Field, Float, ID, InputType, registerEnumType } from 'type-graphql';
import { comparisons, type Comparison } from '../../../src/care/patients/figure-filters';
import type { SummaryType } from '../../../src/care/patients/summary-fields';
import { named } from '../clinics/clinics.types';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';
import { DateTime } from '../../scalars';
import { SummaryFigureName, SummaryTypeName } from './summary-figures.types';

const nameOfComparison = { '>': 'GT', '>=': 'GTE', '<': 'LT', '<=': 'LTE' };

export const ComparisonName = named(comparisons, (comparison) => nameOfComparison[comparison]);

registerEnumType(ComparisonName, {
  name: 'Comparison',
  description: 'Comparison operators.',
  valuesConfig: {
    GT: { description: 'Greater than.' },
    GTE: { description: 'Greater than or equal to.' },
    LT: { description: 'Less than.' },
    LTE: { description: 'Less than or equal to.' },
  },
});

@InputType({ description: 'Only patients whose figure satisfies the comparison.' })
export class FigureFilterInput {
  @Field(() => SummaryTypeName, {
    description: 'Whether to count sensor readings (CGM) or meter readings (BGM).',
  })
  type!: SummaryType;

  @Field(() => SummaryFigureName, { description: 'The figure that is compared, such as time in range.' })
  field!: string;

  @Field(() => ComparisonName, { description: 'How the figure is compared with the value.' })
  comparison!: Comparison;

  @Field(() => Float, {
    description:
      'The value to compare with. Times in ranges and sensor use are shares between 0 and 1: 0.7 for 70 %. Other values are refused for them.',
  })
  value!: number;

  @Field(() => GlucoseUnits, {
    nullable: true,
    description: 'Unit of the value of a figure that is an amount of glucose; mmol/L if absent.',
  })
  units?: GlucoseUnit;
}

@InputType({
  description:
    'Only patients whose last data is in this range. Any bound excludes patients without such data.',
})
export class LastDataFilterInput {
  @Field(() => SummaryTypeName, {
    description: 'Whether to count sensor readings (CGM) or meter readings (BGM).',
  })
  type!: SummaryType;

  @Field(() => DateTime, { nullable: true, description: 'Only data at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only data before this instant.' })
  to?: number;
}

@InputType({
  description:
    'Bounds of the last upload of glucose readings, and whether those who never uploaded any are included. Without bounds, only those who never did.',
})
export class LastUploadFilterInput {
  @Field(() => SummaryTypeName, {
    nullable: true,
    description: 'Only uploads of sensor or of meter readings; whatever was last if absent.',
  })
  type?: SummaryType;

  @Field(() => DateTime, { nullable: true, description: 'Only data at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only data before this instant.' })
  to?: number;

  @Field(() => Boolean, {
    description: 'Patients who never uploaded such readings match, too.',
    defaultValue: false,
  })
  never!: boolean;
}

const shareBound = (comparison: string) => ({
  nullable: true,
  description: `${comparison} this share, between 0 and 1: 0.7 is 70 %. Percentages are refused.`,
});

@InputType({
  description: 'Bounds of a share of time or readings. Patients without the figure do not match.',
})
export class ShareFilterInput {
  @Field(() => SummaryTypeName, {
    description: 'Whether to count sensor readings (CGM) or meter readings (BGM).',
    defaultValue: 'cgm',
  })
  type!: SummaryType;

  @Field(() => Float, shareBound('Greater than'))
  gt?: number;

  @Field(() => Float, shareBound('Greater than or equal to'))
  gte?: number;

  @Field(() => Float, shareBound('Less than'))
  lt?: number;

  @Field(() => Float, shareBound('Less than or equal to'))
  lte?: number;
}

const share = (description: string) => ({ nullable: true, description });

@InputType({ description: 'Filters of a patient list; all must match.' })
export class PatientFilterInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'Only patients with all of these tags. An empty list does not filter.',
  })
  tagIds?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Only patients without tags.' })
  withoutTags?: boolean;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only patients at any of these sites. An empty list does not filter.',
  })
  siteIds?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Only patients without sites.' })
  withoutSites?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only patients with the standard ranges or without ranges.',
  })
  omitNonStandardRanges?: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Only patients last reviewed at this instant or earlier.',
  })
  reviewedUntil?: number;

  @Field(() => [FigureFilterInput], {
    nullable: true,
    description: 'Filters by figures of the summaries; all must match. An empty list does not filter.',
  })
  figures?: FigureFilterInput[];

  @Field(() => [LastDataFilterInput], {
    nullable: true,
    description:
      'Filters by the time of the last data; patients without such data are excluded. An empty list does not filter.',
  })
  lastData?: LastDataFilterInput[];

  @Field(() => LastUploadFilterInput, {
    nullable: true,
    description: 'Filter by the last upload; it can include patients who never uploaded.',
  })
  lastUpload?: LastUploadFilterInput;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only patients whose sensor readings meet all recommended goals of their risk group, or with `false` those who miss one of them (Battelino et al., Diabetes Care 2019). With standard ranges or none: at least 70 % from 3.9 to 10.0 mmol/L, less than 4 % below and 25 % above, less than 1 % below 3.0 and 5 % above 13.9 mmol/L. At high risk: at least 50 % from 3.9 to 10.0 mmol/L, less than 1 % below and 10 % above 13.9 mmol/L. Patients with too few readings for shares match neither, nor do those with custom ranges, which have no goals, and those with ranges of pregnancy, because summaries do not have the time from 3.5 to 7.8 mmol/L: `Patient.glucoseStatistics` has it with `targets: { setByClinic: true }`.',
  })
  meetsGoals?: boolean;

  @Field(() => ShareFilterInput, share('Time in range: from 3.9 to 10.0 mmol/L, 71 to 180 mg/dL.'))
  timeInTarget?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time below 3.0 mmol/L: up to 54 mg/dL.'))
  timeInVeryLow?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time from 3.0 to below 3.9 mmol/L: 55 to 70 mg/dL.'))
  timeInLow?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time below range: below 3.9 mmol/L, up to 70 mg/dL.'))
  timeInAnyLow?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time above 10.0 and up to 13.9 mmol/L: 181 to 250 mg/dL.'))
  timeInHigh?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time above 13.9 mmol/L: 251 mg/dL or more.'))
  timeInVeryHigh?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time at 19.4 mmol/L or above: 350 mg/dL or more.'))
  timeInExtremeHigh?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Time above range: above 10.0 mmol/L, 181 mg/dL or more.'))
  timeInAnyHigh?: ShareFilterInput;

  @Field(() => ShareFilterInput, share('Sensor wear: the share of the period that a sensor covers.'))
  sensorUse?: ShareFilterInput;
}
