import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GlucoseProfile as ProfileOfService } from '../../../src/care/summaries/glucose-profile';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import type { GlucoseUnit } from '../../records/data/glucose-units';
import {
  DailyGlucose,
  GlucoseProfile,
  GlucoseProfileArguments,
  GlucoseProfileBin,
} from './glucose-profile.types';

function toProfile({ bins, daily, ...profile }: ProfileOfService): GlucoseProfile {
  return Object.assign(new GlucoseProfile(), profile, {
    bins: bins.map((bin) => Object.assign(new GlucoseProfileBin(), bin)),
    daily: daily.map(({ ranges, ...day }) => Object.assign(new DailyGlucose(), day, ranges)),
  });
}

/** Cost of a day whose readings are kept, in plain fields; measured with a reading every five minutes. */
const dayComplexity = 150;

/** Number of time bins or days in a profile. */
const usualLength = 96;

const profileComplexity = ({ args, childComplexity }: { args: { days?: number }; childComplexity: number }) =>
  Math.max(args.days ?? 0, 1) * dayComplexity + usualLength * childComplexity;

/** Daily glucose profiles. */
@Resolver(() => User)
export class GlucoseProfileResolver {
  @FieldResolver(() => GlucoseProfile, {
    description:
      'Distribution of the account’s sensor glucose over the day, and figures for each of the last days.',
    complexity: profileComplexity,
  })
  async glucoseProfile(
    @Root() { id: userId }: User,
    @Ctx() context: RequestContext,
    @Args(() => GlucoseProfileArguments) { days, timezone }: GlucoseProfileArguments,
  ): Promise<GlucoseProfile> {
    const question = { userId, days, timezone };
    context.services.glucoseProfiles.check(question);
    return toProfile(await context.load(context.services.glucoseProfiles.findMany, question));
  }

  /** The profile as an image. */
  static image(
    { services, signal }: RequestContext,
    { id: userId }: { id: string },
    { days, timezone }: GlucoseProfileArguments,
    units: GlucoseUnit,
  ): Promise<string> {
    return services.glucoseProfiles.image({ userId, days, timezone }, units, signal);
  }
}
