import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { presetTargets, standardTargets, type Targets } from '../../../src/care/summaries/glucose-goals';
import { now } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import { toMmolL } from '../../../src/platform/validation/glucose-units';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import { Patient, type GlycemicRanges } from '../patients/patients.types';
import {
  GlucoseStatisticsArguments,
  StatisticsRangeArguments,
  type GlucoseTargetsInput,
} from './glucose-statistics-arguments.types';
import { GlucoseStatistics } from './glucose-statistics.types';
import { GlucoseStatisticsTrend } from './statistics-trend.types';
import { toStatistics, toTrend } from './to-statistics';

/** Targets that a clinic has set for a patient, in mmol/L. Throws when custom ranges do not say what they are. */
function limitsSetByClinic(ranges: GlycemicRanges | null | undefined): Targets {
  if (ranges === undefined) throw badInput('"setByClinic" is for patients of a clinic.');
  if (ranges?.custom)
    throw badInput(
      'The clinic has set custom ranges for this patient, which do not say which one is the target: send "low" and "high".',
    );
  return presetTargets(ranges?.preset);
}

/**
 * Targets in mmol/L, as readings are stored. Throws when they are not valid.
 *
 * @param ranges those that a clinic has set; null if it has set none, undefined for accounts
 */
function toTargets(
  { setByClinic, preset, low, high, units }: GlucoseTargetsInput,
  ranges?: GlycemicRanges | null,
): Targets {
  if (setByClinic && preset === undefined && low === undefined && high === undefined)
    return limitsSetByClinic(ranges);
  if (setByClinic) throw badInput('Targets are either "setByClinic", or others.');
  if (preset !== undefined && low === undefined && high === undefined) return presetTargets(preset);
  if (preset !== undefined || low === undefined || high === undefined)
    throw badInput('Targets are either a "preset", or "low" and "high".');
  if (low <= 0) throw badInput('Of the targets, "low" must be above 0.');
  const limits = units === 'mg/dL' ? { low: toMmolL(low), high: toMmolL(high) } : { low, high };
  return { ...limits, goals: null };
}

const day = 86_400_000;
/** What a day takes whose readings are kept, in plain fields: measured with a reading every five minutes. */
const dayComplexity = 150;
/** The same of a day before that, whose records are read. */
const olderComplexity = 600;
/** Of so many days before now, readings are kept if there is data until now. */
const daysKept = 90;
/** Entries of `byHour`; `byDay` has as many as there are days. */
const fewestEntries = 24;

interface Asked {
  args: { from?: number; to?: number };
  childComplexity: number;
}

const complexity = ({ args: { from = 0, to = 0 }, childComplexity }: Asked) => {
  const days = Math.max(Math.ceil((to - from) / day), 1);
  const older = Math.min(Math.max(Math.ceil((now() - daysKept * day - from) / day), 0), days);
  const ofReadings = (days - older) * dayComplexity + older * olderComplexity;
  return ofReadings + Math.max(days, fewestEntries) * childComplexity;
};

const field = {
  description:
    'Statistics of the sensor readings in a range of time: time in range, mean glucose, GMI, variability, episodes and sensor wear, also by hour and by day.',
  complexity,
};

async function load(
  context: RequestContext,
  userId: string,
  { from, to, timezone, units, targets }: GlucoseStatisticsArguments,
  ranges?: GlycemicRanges | null,
): Promise<GlucoseStatistics> {
  const asked = targets ? toTargets(targets, ranges) : standardTargets;
  const question = { userId, from, to, timezone, targets: asked };
  const { glucoseStatistics } = context.services;
  glucoseStatistics.check(question);
  return toStatistics(await context.load(glucoseStatistics.findMany, question), question, units);
}

/** Statistics of any range, of an account. */
@Resolver(() => User)
export class UserStatisticsResolver {
  @FieldResolver(() => GlucoseStatistics, field)
  glucoseStatistics(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @Args(() => GlucoseStatisticsArguments) asked: GlucoseStatisticsArguments,
  ): Promise<GlucoseStatistics> {
    return load(context, id, asked);
  }
}

/** The same of a patient. */
@Resolver(() => Patient)
export class PatientStatisticsResolver {
  @FieldResolver(() => GlucoseStatistics, field)
  glucoseStatistics(
    @Root() { userId, glycemicRanges }: Patient,
    @Ctx() context: RequestContext,
    @Args(() => GlucoseStatisticsArguments) asked: GlucoseStatisticsArguments,
  ): Promise<GlucoseStatistics> {
    return load(context, userId, asked, glycemicRanges);
  }
}

/** How statistics have changed. */
@Resolver(() => GlucoseStatistics)
export class StatisticsTrendResolver {
  @FieldResolver(() => GlucoseStatisticsTrend, {
    description: 'How the statistics differ from those of another range, such as the one before.',
    complexity,
  })
  async trend(
    @Root() { source, units }: GlucoseStatistics,
    @Ctx() context: RequestContext,
    @Args(() => StatisticsRangeArguments) { from, to }: StatisticsRangeArguments,
  ): Promise<GlucoseStatisticsTrend> {
    const { glucoseStatistics } = context.services;
    const other = { ...source.question, from, to };
    glucoseStatistics.check(other);
    const found = await context.load(glucoseStatistics.findMany, other);
    return toTrend(source.statistics, found, other, units);
  }
}
