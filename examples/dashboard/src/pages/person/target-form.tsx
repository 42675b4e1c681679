import type {
  GlucoseUnits,
  GlycemicPreset,
  GlycemicRangesInput,
  PatientQuery,
} from '@glycograph/client/operations';
import { unitLabels } from '@glycograph/client/units';
import { useState, type FormEvent } from 'react';
import { glucoseNumber } from '../../figures';
import { limits, targetText } from '../../glucose-ranges';
import { Choice } from '../../ui/choice';
import { presetNames, targetsOf } from './targets';

type Ranges = NonNullable<PatientQuery['patient']>['glycemicRanges'];

/** The targets of a patient in words. */
export function TargetSummary({ ranges, units }: { ranges: Ranges; units: GlucoseUnits }) {
  const { argument, name } = targetsOf(ranges);
  const { low, high } = argument ?? {};
  const isCustom = low != null && high != null;
  return (
    <p>
      <strong>{name ?? presetNames.STANDARD}</strong>
      {isCustom && `, ${targetText({ low, high }, units)}`}
    </p>
  );
}

const choices = [
  ...(Object.entries(presetNames) as [GlycemicPreset, string][]),
  ['CUSTOM', 'Custom ranges'] as const,
];

/** The bounds between ranges, and whether a reading on the bound still belongs to the range below it. */
const bounds = [
  { name: 'Very low', label: 'Very low: below', standard: limits.veryLow, inclusive: false },
  { name: 'Low', label: 'Target: from', standard: limits.low, inclusive: false },
  { name: 'Target', label: 'Target: up to', standard: limits.high, inclusive: true },
  { name: 'High', label: 'Very high: above', standard: limits.veryHigh, inclusive: true },
] as const;

interface TargetFormProps {
  ranges: Ranges;
  /** Unit of the bounds that are entered. */
  units: GlucoseUnits;
  isBusy: boolean;
  onSave: (ranges: GlycemicRangesInput) => void;
  onCancel: () => void;
}

/** Chooses a preset, or sets the bounds of custom ranges. */
export function TargetForm({ ranges, units, isBusy, onSave, onCancel }: TargetFormProps) {
  const custom = ranges?.custom;
  const [choice, setChoice] = useState<string>(custom ? 'CUSTOM' : (ranges?.preset ?? 'STANDARD'));
  const [name, setName] = useState(custom?.name ?? 'Personal target');
  const [values, setValues] = useState(
    bounds.map(({ standard }, index) =>
      glucoseNumber(custom?.thresholds[index]?.upperBound ?? standard, units),
    ),
  );
  const numbers = values.map((text) => Number(text.replace(',', '.')));
  const isAscending = numbers.every((value, index) => value > (numbers[index - 1] ?? 0));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (choice !== 'CUSTOM') return onSave({ preset: choice as GlycemicPreset });
    if (!isAscending) return;
    const thresholds = bounds.map((bound, index) => ({
      name: bound.name,
      upperBound: numbers[index] ?? 0,
      inclusive: bound.inclusive,
      units,
    }));
    onSave({ custom: { name: name.trim(), thresholds } });
  };
  return (
    <form className="target-form" onSubmit={save}>
      <Choice label="Targets" value={choice} options={choices} onChoose={setChoice} />
      {choice === 'CUSTOM' && (
        <>
          <label className="field">
            <span>Name</span>
            <input value={name} required onChange={(event) => setName(event.target.value)} />
          </label>
          <div className="bounds">
            {bounds.map(({ label }, index) => (
              <label key={label} className="field">
                <span>
                  {label}, {unitLabels[units]}
                </span>
                <input
                  inputMode="decimal"
                  required
                  value={values[index]}
                  onChange={(event) => setValues(values.with(index, event.target.value))}
                />
              </label>
            ))}
          </div>
          {!isAscending && (
            <p className="change-problem">Each bound must be a number above the one before it.</p>
          )}
        </>
      )}
      <div className="actions">
        <button
          type="submit"
          className="button primary"
          disabled={isBusy || (choice === 'CUSTOM' && !isAscending)}
        >
          Save
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
