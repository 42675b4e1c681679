import type { GlucoseTargetsInput, GlycemicPreset, PatientQuery } from '@glycograph/client/operations';

type GlycemicRanges = NonNullable<PatientQuery['patient']>['glycemicRanges'];

/** The presets of the American Diabetes Association. */
export const presetNames: Record<GlycemicPreset, string> = {
  STANDARD: 'Standard',
  HIGH_RISK: 'Older or at high risk',
  PREGNANCY_TYPE1: 'Pregnancy, type 1',
  PREGNANCY_TYPE2: 'Pregnancy, type 2 or gestational',
};

interface Targets {
  /** What statistics are computed with; undefined for the standard. */
  argument: GlucoseTargetsInput | undefined;
  /** Name of the targets; null for the standard. */
  name: string | null;
}

/**
 * The targets of a patient. Of custom ranges, the second upper bound is that of the low range, where the target begins,
 * and the third is that of the target.
 */
export function targetsOf(ranges: GlycemicRanges | undefined): Targets {
  const custom = ranges?.custom;
  const [, low, high] = custom?.thresholds ?? [];
  if (custom && low && high && low.upperBound < high.upperBound)
    return {
      argument: { low: low.upperBound, high: high.upperBound, units: 'MMOL_L' },
      name: custom.name,
    };
  const preset = ranges?.preset;
  if (!preset || preset === 'STANDARD') return { argument: undefined, name: null };
  return { argument: { preset, units: 'MMOL_L' }, name: presetNames[preset] };
}
