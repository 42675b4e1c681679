import { GlucoseUnits } from '../../../resolvers/records/data/glucose-units';
import { GlycemicPresetName } from '../../../resolvers/care/patients/patients.types';
import { badInput } from '../../../src/platform/errors';
import { as, BodyTable, described, field, required, withDefault, type BodyField } from '../../body-table';
import { enumName } from '../../enum-name';
import { fromGraph } from '../../from-graph';
import type {
  GlucoseUnits as Units,
  GlycemicPreset,
  GlycemicRangesInput,
  PatientPartsFragment,
} from '../../generated/operations';
import type { BodyReader } from '../../json-body';
import type { Shown } from '../../shown';
import { onWire } from '../clinics/clinic-on-wire';

const bound = new BodyTable('GlycemicThresholdInput', {
  value: as('upperBound', required(field.number)),
  units: described({ description: 'The units of the value.' }, required(field.oneOf<Units>(GlucoseUnits))),
});

const threshold = new BodyTable('GlycemicThresholdInput', {
  name: required(field.line),
  upperBound: required(field.object(bound)),
  inclusive: described({ default: false }, withDefault(field.flag, false)),
});

const custom = new BodyTable('CustomRangesInput', {
  name: required(field.line),
  thresholds: required(described({ minItems: 4, maxItems: 5 }, field.objects(threshold))),
});

function customRangesIn(ranges: BodyReader): GlycemicRangesInput {
  const { name, thresholds } = custom.read(ranges.present('custom', ranges.inner('custom')));
  const flat = thresholds.map(({ upperBound, ...rest }) => ({ ...rest, ...upperBound }));
  return { custom: { name, thresholds: flat } };
}

function presetIn(ranges: BodyReader): GlycemicRangesInput {
  const preset = ranges.optional('preset', 'string') ?? 'adaStandard';
  return { preset: enumName<GlycemicPreset>(GlycemicPresetName, ranges.pointer('preset'), preset) };
}

/** Glucose ranges in a body, which states their type. */
export const glycemicRanges: BodyField<GlycemicRangesInput | undefined> = {
  read(body, name) {
    const ranges = body.inner(name);
    if (!ranges) return undefined;
    const type = ranges.optional('type', 'string') ?? 'preset';
    if (type === 'preset') return presetIn(ranges);
    if (type === 'custom') return customRangesIn(ranges);
    const [detail, source] = ['"type" is preset or custom.', { pointer: ranges.pointer('type') }];
    throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
  },
  schema: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['preset', 'custom'], default: 'preset', description: 'Which ranges.' },
      preset: { ...fromGraph('GlycemicRangesInput.preset'), default: 'adaStandard' },
      custom: custom.schema,
    },
  },
};

/** Glucose ranges in the form of clients. */
export function rangesOnWire({
  preset,
  custom: own,
}: NonNullable<Shown<PatientPartsFragment>['glycemicRanges']>): object {
  if (!own) return { type: 'preset', preset: onWire(GlycemicPresetName, preset ?? '') };
  const thresholds = own.thresholds.map(({ name, upperBound, units, inclusive }) => ({
    name,
    upperBound: { value: upperBound, units: onWire(GlucoseUnits, units) },
    ...(inclusive && { inclusive }),
  }));
  return { type: 'custom', custom: { name: own.name, thresholds } };
}
