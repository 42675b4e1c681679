import { ArgsType, Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  comparisons,
  type Comparison,
  type PatientListQuestion,
} from '../../../src/care/patients/patient-list';
import {
  ownSortFields,
  summaryDates,
  summaryFields,
  summaryPeriods,
  summaryTypes,
  type SummaryPeriod,
  type SummaryType,
} from '../../../src/care/patients/summary-fields';
import { named } from '../clinics/clinics.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { PatientEdge } from './patients.types';
import { DateTime } from '../../scalars';

/** `timeCGMUsePercent` is `TIME_CGM_USE_PERCENT`. */
const upperCase = (name: string): string =>
  name
    .replace('CGM', 'Cgm')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

const describe = (names: readonly string[], told: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [upperCase(name), { description: told(name) }]));

export const SummaryTypeName = named(summaryTypes, (type) => type.toUpperCase());

registerEnumType(SummaryTypeName, {
  name: 'SummaryType',
  description: 'Source of a summary.',
  valuesConfig: {
    CGM: { description: 'Continuous sensors.' },
    BGM: { description: 'Meters.' },
  },
});

export const SummaryPeriodName = named(summaryPeriods, (period) => `DAYS_${period.slice(0, -1)}`);

registerEnumType(SummaryPeriodName, {
  name: 'SummaryPeriod',
  description: 'Period of a summary.',
  valuesConfig: {
    DAYS_1: { description: 'One day.' },
    DAYS_7: { description: 'A week.' },
    DAYS_14: { description: 'Two weeks.' },
    DAYS_30: { description: 'Thirty days.' },
  },
});

const figures = summaryFields.map(({ name }) => name);

const toldOfFigure = (name: string): string =>
  name.endsWith('Delta')
    ? `How \`${name.slice(0, -'Delta'.length)}\` of the summary has changed since the period before.`
    : `\`${name}\` of the summary.`;

export const SummaryFigureName = named(figures, upperCase);

registerEnumType(SummaryFigureName, {
  name: 'SummaryFigure',
  description: 'A figure of a summary. Those named `…_PERCENT` are shares between 0 and 1: 0.7 means 70 %.',
  valuesConfig: describe(figures, toldOfFigure),
});

const sortFields: string[] = [...ownSortFields, ...Object.keys(summaryDates), ...figures];

export const PatientSortFieldName = named(sortFields, upperCase);

registerEnumType(PatientSortFieldName, {
  name: 'PatientSortField',
  description: 'Sort fields of patient lists.',
  valuesConfig: describe(sortFields, (name) =>
    figures.includes(name) ? toldOfFigure(name) : `\`${name}\` of the patient or of the summary.`,
  ),
});

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
  @Field(() => SummaryTypeName, { description: 'The summary.' })
  type!: SummaryType;

  @Field(() => SummaryFigureName, { description: 'The figure.' })
  field!: string;

  @Field(() => ComparisonName, { description: 'The comparison.' })
  comparison!: Comparison;

  @Field(() => Float, {
    description:
      'The value to compare with. Figures named `…_PERCENT` are shares between 0 and 1: 0.7 for 70 %. Other values are refused for them.',
  })
  value!: number;
}

@InputType({
  description:
    'Only patients whose last data is in this range. Any bound excludes patients without such data.',
})
export class LastDataFilterInput {
  @Field(() => SummaryTypeName, { description: 'The summary.' })
  type!: SummaryType;

  @Field(() => DateTime, { nullable: true, description: 'This instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Before this instant.' })
  to?: number;
}

@InputType({ description: 'Filters of a patient list; all must match.' })
export class PatientFilterInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'Only patients with all of these tags; an empty list does not filter.',
  })
  tagIds?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Only patients without tags.' })
  withoutTags?: boolean;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only patients at any of these sites; an empty list does not filter.',
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

  @Field(() => [FigureFilterInput], { nullable: true, description: 'Filters by figures of the summaries.' })
  figures?: FigureFilterInput[];

  @Field(() => [LastDataFilterInput], {
    nullable: true,
    description: 'Filters by the time of the last data; patients without such data are excluded.',
  })
  lastData?: LastDataFilterInput[];
}

@InputType({ description: 'Sort order of a patient list. Patients without the value come last.' })
export class PatientSortInput {
  @Field(() => PatientSortFieldName, { description: 'The field.' })
  by!: string;

  @Field(() => Boolean, { description: 'Largest first.', defaultValue: false })
  descending!: boolean;

  @Field(() => SummaryTypeName, {
    description: 'The summary that the field belongs to.',
    defaultValue: 'cgm',
  })
  type!: SummaryType;
}

@ArgsType()
export class PatientListArguments extends pageArguments('patients') {
  @Field(() => String, {
    nullable: true,
    description:
      'Only patients whose name, address, record number or birthday contain all of these words, in any order, ignoring case and accents.',
  })
  search?: string;

  @Field(() => PatientFilterInput, { nullable: true, description: 'Only patients who match these filters.' })
  filter?: PatientFilterInput;

  @Field(() => PatientSortInput, { nullable: true, description: 'The sort order; by name if absent.' })
  sort?: PatientSortInput;

  @Field(() => SummaryPeriodName, { description: 'The period of the figures.', defaultValue: '14d' })
  period!: SummaryPeriod;
}

@ObjectType({ description: 'A page of the patients of a clinic.' })
export class ClinicPatientConnection {
  @Field(() => [PatientEdge], { description: 'The patients of the page.' })
  edges!: PatientEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;

  question!: PatientListQuestion;
}
