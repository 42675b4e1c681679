import { badInput } from '../../platform/errors';
import { optional, refuse } from '../../platform/rules/finding';
import { line } from '../../platform/rules/texts';
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

/** Validates ranges and returns them without empty fields. Throws when they are invalid. */
export function checkedRanges(ranges: GlycemicRanges): GlycemicRanges {
  if (ranges.type === 'preset') {
    if ((glycemicPresets as readonly string[]).includes(ranges.preset)) return ranges;
    throw refusal('/preset', `"preset" must be one of ${glycemicPresets.join(', ')}.`);
  }
  const { name, thresholds } = ranges.custom;
  refuse(optional('/glycemicRanges/custom/name', name, line()));
  if (thresholds.length < fewestThresholds || thresholds.length > mostThresholds) {
    const detail = `There must be ${fewestThresholds} or ${mostThresholds} thresholds.`;
    throw refusal('/custom/thresholds', detail);
  }
  refuse(
    thresholds.flatMap((threshold, index) =>
      optional(`/glycemicRanges/custom/thresholds/${index}/name`, threshold.name, line()),
    ),
  );
  const said = thresholds.map(({ inclusive, ...threshold }) => ({
    ...threshold,
    ...(inclusive && { inclusive }),
  }));
  return { type: 'custom', custom: { name, thresholds: said } };
}

/** Whether these are the standard ranges, or none. */
export const areStandard = (ranges: GlycemicRanges | null): boolean =>
  ranges === null || (ranges.type === 'preset' && ranges.preset === 'adaStandard');
