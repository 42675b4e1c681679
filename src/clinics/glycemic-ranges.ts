import { badInput } from '../errors';
import type { GlycemicRanges } from './patient.entity';

export const glycemicPresets = [
  'adaStandard',
  'adaPregnancyType1',
  'adaPregnancyType2',
  'adaHighRisk',
] as const;

const fewestThresholds = 4;
const mostThresholds = 5;

const refusal = (place: string, detail: string) => {
  const source = { pointer: `/input/glycemicRanges${place}` };
  return badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
};

/** Throws when ranges are not valid; returns them without what says nothing. */
export function checkedRanges(ranges: GlycemicRanges): GlycemicRanges {
  if (ranges.type === 'preset') {
    if ((glycemicPresets as readonly string[]).includes(ranges.preset)) return ranges;
    throw refusal('/preset', `"preset" is one of ${glycemicPresets.join(', ')}.`);
  }
  const { name, thresholds } = ranges.custom;
  if (name === '') throw refusal('/custom/name', '"name" must not be empty.');
  if (thresholds.length < fewestThresholds || thresholds.length > mostThresholds) {
    const detail = `There are ${fewestThresholds} or ${mostThresholds} thresholds.`;
    throw refusal('/custom/thresholds', detail);
  }
  const unnamed = thresholds.findIndex((threshold) => threshold.name === '');
  if (unnamed >= 0) throw refusal(`/custom/thresholds/${unnamed}/name`, '"name" must not be empty.');
  const said = thresholds.map(({ inclusive, ...threshold }) => ({
    ...threshold,
    ...(inclusive && { inclusive }),
  }));
  return { type: 'custom', custom: { name, thresholds: said } };
}

/** True for the ranges that are used for most people; none are these, too. */
export const areStandard = (ranges: GlycemicRanges | null): boolean =>
  ranges === null || (ranges.type === 'preset' && ranges.preset === 'adaStandard');
