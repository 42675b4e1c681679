import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { comparisons, type Comparison, type PatientListQuestion } from '../src/clinics/patient-list';
import {
  ownSortFields,
  summaryDates,
  summaryFields,
  summaryPeriods,
  summaryTypes,
  type SummaryPeriod,
  type SummaryType,
} from '../src/clinics/summary-fields';
import { named } from './clinics.types';
import { PageInfo } from './page-info';
import { PatientEdge } from './patients.types';
import { DateTime } from './scalars';

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
  description: 'Of which devices a summary is.',
  valuesConfig: {
    CGM: { description: 'Continuous sensors.' },
    BGM: { description: 'Meters.' },
  },
});

export const SummaryPeriodName = named(summaryPeriods, (period) => `DAYS_${period.slice(0, -1)}`);

registerEnumType(SummaryPeriodName, {
  name: 'SummaryPeriod',
  description: 'How far back a summary goes.',
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
  description: 'A figure of a summary. Percentages are fractions: 0.7 is 70 %.',
  valuesConfig: describe(figures, toldOfFigure),
});

const sortFields: string[] = [...ownSortFields, ...Object.keys(summaryDates), ...figures];

export const PatientSortFieldName = named(sortFields, upperCase);

registerEnumType(PatientSortFieldName, {
  name: 'PatientSortField',
  description: 'What a list of patients is sorted by.',
  valuesConfig: describe(sortFields, (name) =>
    figures.includes(name) ? toldOfFigure(name) : `\`${name}\` of the patient or of the summary.`,
  ),
});

const nameOfComparison = { '>': 'GT', '>=': 'GTE', '<': 'LT', '<=': 'LTE' };

export const ComparisonName = named(comparisons, (comparison) => nameOfComparison[comparison]);

registerEnumType(ComparisonName, {
  name: 'Comparison',
  description: 'How a figure must compare with a value.',
  valuesConfig: {
    GT: { description: 'Greater.' },
    GTE: { description: 'Greater or equal.' },
    LT: { description: 'Less.' },
    LTE: { description: 'Less or equal.' },
  },
});

@InputType({ description: 'Only patients whose summary has a figure that compares so.' })
export class FigureFilterInput {
  @Field(() => SummaryTypeName, { description: 'The summary.' })
  type!: SummaryType;

  @Field(() => SummaryFigureName, { description: 'The figure.' })
  field!: string;

  @Field(() => ComparisonName, { description: 'The comparison.' })
  comparison!: Comparison;

  @Field(() => Float, { description: 'What it is compared with.' })
  value!: number;
}

@InputType({
  description:
    'Only patients whose last data lie in this range. Whoever has never had such data is left out by any bound.',
})
export class LastDataFilterInput {
  @Field(() => SummaryTypeName, { description: 'The summary.' })
  type!: SummaryType;

  @Field(() => DateTime, { nullable: true, description: 'This instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Before this instant.' })
  to?: number;
}

@InputType({ description: 'Which patients are wanted; all that is given must hold.' })
export class PatientFilterInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'Only patients with all of these tags; an empty list is no filter.',
  })
  tagIds?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Only patients without any tag.' })
  withoutTags?: boolean;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only patients at one of these sites; an empty list is no filter.',
  })
  siteIds?: string[];

  @Field(() => Boolean, { nullable: true, description: 'Only patients at no site.' })
  withoutSites?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only patients with the standard ranges, or without any.',
  })
  omitNonStandardRanges?: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Only patients last looked at at this instant or earlier.',
  })
  reviewedUntil?: number;

  @Field(() => [FigureFilterInput], { nullable: true, description: 'Figures of the summary.' })
  figures?: FigureFilterInput[];

  @Field(() => [LastDataFilterInput], {
    nullable: true,
    description: 'When the last data are from; patients without such data are left out.',
  })
  lastData?: LastDataFilterInput[];
}

@InputType({ description: 'What a list of patients is sorted by. Whoever does not have it comes last.' })
export class PatientSortInput {
  @Field(() => PatientSortFieldName, { description: 'The field.' })
  by!: string;

  @Field(() => Boolean, { description: 'The largest first.', defaultValue: false })
  descending!: boolean;

  @Field(() => SummaryTypeName, { description: 'The summary that is meant.', defaultValue: 'cgm' })
  type!: SummaryType;
}

@ArgsType()
export class PatientListArguments {
  @Field(() => String, {
    nullable: true,
    description:
      'Only patients with all of these words in name, address, record number or birthday, in any order and without regard to case and accents.',
  })
  search?: string;

  @Field(() => PatientFilterInput, { nullable: true, description: 'Only patients who fit.' })
  filter?: PatientFilterInput;

  @Field(() => PatientSortInput, { nullable: true, description: 'The order; by name when absent.' })
  sort?: PatientSortInput;

  @Field(() => SummaryPeriodName, { description: 'The period that figures are of.', defaultValue: '14d' })
  period!: SummaryPeriod;

  @Field(() => Int, { description: 'How many at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@ObjectType({ description: 'A page of the patients of a clinic.' })
export class ClinicPatientConnection {
  @Field(() => [PatientEdge], { description: 'The patients of the page.' })
  edges!: PatientEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;

  question!: PatientListQuestion;
}
