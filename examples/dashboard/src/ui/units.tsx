import { createContext, use, useState, type ReactNode } from 'react';
import type { GlucoseUnits } from '@glycograph/client/operations';
import { unitLabels } from '@glycograph/client/units';

const storageKey = 'glucose-units';

interface UnitsSetting {
  units: GlucoseUnits;
  choose: (units: GlucoseUnits) => void;
}

const UnitsContext = createContext<UnitsSetting | null>(null);

const stored = (): GlucoseUnits | null => {
  const text = localStorage.getItem(storageKey);
  return text === 'MG_DL' || text === 'MMOL_L' ? text : null;
};

/** Provides the unit of glucose: what the person chose in this browser, or the preference of their clinic. */
export function UnitsProvider({ preferred, children }: { preferred: GlucoseUnits; children: ReactNode }) {
  const [chosen, setChosen] = useState(stored);
  const choose = (units: GlucoseUnits) => {
    localStorage.setItem(storageKey, units);
    setChosen(units);
  };
  return <UnitsContext value={{ units: chosen ?? preferred, choose }}>{children}</UnitsContext>;
}

function useSetting(): UnitsSetting {
  const setting = use(UnitsContext);
  if (!setting) throw new Error('No unit of glucose is provided.');
  return setting;
}

/** The unit in which glucose is shown. */
export const useUnits = (): GlucoseUnits => useSetting().units;

/** Switches all pages between the units. */
export function UnitsToggle() {
  const { units, choose } = useSetting();
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">Unit of glucose</legend>
      {(['MG_DL', 'MMOL_L'] as const).map((each) => (
        <label key={each} className={each === units ? 'chosen' : ''}>
          <input
            type="radio"
            name="units"
            value={each}
            checked={each === units}
            onChange={() => choose(each)}
          />
          {unitLabels[each]}
        </label>
      ))}
    </fieldset>
  );
}
