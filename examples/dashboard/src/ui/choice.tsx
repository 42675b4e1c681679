interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
}

/** One of a few options in a labeled list. */
export const Choice = <Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) => (
  <label className="field">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChoose(event.target.value as Value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
