import type { GlucoseUnits } from '@glycograph/client/operations';
import { unitLabels } from '@glycograph/client/units';
import { percent } from '../figures';
import { glucoseRanges, type RangeShares } from '../glucose-ranges';

const fromLow = glucoseRanges.toReversed();

/** All ranges with their shares, in words. */
const describe = (shares: RangeShares): string =>
  fromLow.map(({ name, label }) => `${label} ${percent(shares[name])}`).join(', ');

/** Whether something was measured, so that there are shares. */
const isKnown = (shares: RangeShares): boolean => Object.values(shares).every((share) => share !== null);

/** Times in the five ranges as one bar, from very low to very high. A gray bar if they are unknown. */
export function RangeBar({ shares }: { shares: RangeShares }) {
  if (!isKnown(shares))
    return <div className="range-bar unknown" role="img" aria-label="Times in ranges unknown" />;
  return (
    <div className="range-bar" role="img" aria-label={describe(shares)} title={describe(shares)}>
      {fromLow.map(({ name }) => (
        <span key={name} className={`range ${name}`} style={{ flexGrow: shares[name] ?? 0 }} />
      ))}
    </div>
  );
}

/** Times in the five ranges as a column, with limits and shares next to it. */
export function RangeColumn({ shares, units }: { shares: RangeShares; units: GlucoseUnits }) {
  return (
    <div className="range-column">
      <div className={`range-stack ${isKnown(shares) ? '' : 'unknown'}`} aria-hidden="true">
        {isKnown(shares) &&
          glucoseRanges.map(({ name }) => (
            <span key={name} className={`range ${name}`} style={{ flexGrow: shares[name] ?? 0 }} />
          ))}
      </div>
      <dl>
        {glucoseRanges.map(({ name, label, bounds }) => (
          <div key={name} className="range-line">
            <dt>
              <span className={`swatch range ${name}`} aria-hidden="true" />
              {label}
              <small>
                {bounds[units]} {unitLabels[units]}
              </small>
            </dt>
            <dd>{percent(shares[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
