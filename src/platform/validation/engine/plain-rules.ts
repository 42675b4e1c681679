import { now } from '../../clock';
import { quoted } from '../finding';
import { instantProblem, instantText, isLocalTime, parseInstant, zeroInstant } from '../values/calendar';
import type { TimeField } from '../vocabulary';
import type { ValueRules } from './compiled';

export const booleanRules: ValueRules<boolean> = {
  read(raw, key, report) {
    if (typeof raw === 'boolean') return raw;
    report.add('type-not-bool', `Expected a boolean, found ${quoted(raw)}.`, key);
    return undefined;
  },
};

/** Local times without a zone, stored as sent. */
export const localTimeRules: ValueRules<string> = {
  read(raw, key, report) {
    if (typeof raw !== 'string') {
      report.add('type-not-time', `Expected a time, found ${quoted(raw)}.`, key);
    } else if (!isLocalTime(raw)) {
      report.add('value-not-parsable', `${quoted(raw)} is not a time of the form YYYY-MM-DDThh:mm:ss.`, key);
    } else {
      return raw;
    }
    return undefined;
  },
};

/** Milliseconds by which the clocks of two servers may differ. */
const clockDifference = 1_000;

/** Instants: milliseconds since 1970 while they are checked, text in UTC when stored. */
export function timeRules(field: TimeField): ValueRules<number> {
  const { nonZero, notBefore, past, future } = field;
  return {
    read(raw, key, report) {
      if (typeof raw !== 'string') {
        report.add('type-not-time', `Expected a time, found ${quoted(raw)}.`, key);
        return undefined;
      }
      const instant = parseInstant(raw);
      if (instant === undefined) {
        report.add('value-not-parsable', `${quoted(raw)} ${instantProblem(raw)}.`, key);
      }
      return instant;
    },
    check(value, key, siblings, _units, report) {
      if (nonZero && value === zeroInstant) {
        return report.add('value-empty', 'The time is the zero time.', key);
      }
      if (past && value > now() + clockDifference) {
        return report.add('value-not-before', `${instantText(value)} is in the future.`, key);
      }
      if (future && value < now() - clockDifference) {
        return report.add('value-not-after', `${instantText(value)} is in the past.`, key);
      }
      const earliest = notBefore === undefined ? undefined : siblings[notBefore];
      if (typeof earliest !== 'number' || value >= earliest) return;
      const detail = `${instantText(value)} is before ${notBefore}, ${instantText(earliest)}.`;
      report.add('value-not-after', detail, key);
    },
    normalize: instantText,
  };
}
