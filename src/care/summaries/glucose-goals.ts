import { pregnancyRange, usualTargets, type Limits } from './glucose-ranges';

/** Shares of time that people of a group should reach, or stay below; null where nothing is recommended. */
export interface GlucoseGoals {
  /** At least so much within the targets. */
  withinTargets: number;
  /** Less than so much below them. */
  belowTargets: number;
  aboveTargets: number | null;
  /** Less than so much below 3.0 mmol/L. */
  inVeryLow: number | null;
  /** Less than so much above 13.9 mmol/L. */
  inVeryHigh: number | null;
}

/** Targets of a group of people, or others that nobody has set goals for. */
export interface Targets extends Limits {
  goals: GlucoseGoals | null;
}

/** Those of most people with type 1 or type 2 diabetes (Battelino et al., Diabetes Care 2019, table 3). */
export const standardTargets: Targets = {
  ...usualTargets,
  goals: { withinTargets: 0.7, belowTargets: 0.04, aboveTargets: 0.25, inVeryLow: 0.01, inVeryHigh: 0.05 },
};

/** Those of groups, by the presets of clinics, from the same source (tables 3 and 4). */
const targetsOfPresets: Readonly<Record<string, Targets>> = {
  adaStandard: standardTargets,
  adaHighRisk: {
    ...usualTargets,
    goals: { withinTargets: 0.5, belowTargets: 0.01, aboveTargets: null, inVeryLow: null, inVeryHigh: 0.1 },
  },
  adaPregnancyType1: {
    ...pregnancyRange,
    goals: { withinTargets: 0.7, belowTargets: 0.04, aboveTargets: 0.25, inVeryLow: 0.01, inVeryHigh: null },
  },
  // Of pregnancy with type 2 or gestational diabetes too little was known to recommend shares.
  adaPregnancyType2: { ...pregnancyRange, goals: null },
};

/** The targets of a preset; the standard ones without a preset. */
export const presetTargets = (preset: string | null | undefined): Targets =>
  targetsOfPresets[preset ?? ''] ?? standardTargets;

/** Shares of time by the names of goals; null without readings. */
export type SharesOfTime = Record<keyof GlucoseGoals, { share: number | null }>;

/** Whether shares of time meet all goals; null without readings. */
export function meetsGoals(goals: GlucoseGoals, shares: SharesOfTime): boolean | null {
  const { share: within } = shares.withinTargets;
  if (within === null) return null;
  const stayBelow = ['belowTargets', 'aboveTargets', 'inVeryLow', 'inVeryHigh'] as const;
  return (
    within >= goals.withinTargets &&
    stayBelow.every((name) => {
      const [goal, share] = [goals[name], shares[name].share];
      return goal === null || (share !== null && share < goal);
    })
  );
}
