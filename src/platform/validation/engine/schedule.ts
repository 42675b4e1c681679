import type { FindingReport } from '../finding';
import type { Shaped } from './compiled';
import { checkLimits } from './limits';

/** The last possible start of a segment, in milliseconds since midnight. */
const endOfDay = 86_400_000;

/**
 * The segments of a day: the first starts at midnight, each later one at least a millisecond after the one
 * before it. A segment without a start does not move the limit for those after it.
 */
export function checkScheduleStarts(segments: readonly (Shaped | null)[], report: FindingReport): void {
  let earliest = 0;
  segments.forEach((segment, index) => {
    const start = segment?.start;
    // A start outside of the day has a finding already.
    if (typeof start === 'number' && start >= 0 && start <= endOfDay) {
      report.enter(index);
      if (index > 0) checkLimits(start, [earliest, endOfDay], 'start', report);
      else if (start > 0)
        report.add('value-out-of-range', `The first segment must begin at 0, not at ${start}.`, 'start');
      report.leave();
    }
    if (index === 0) earliest = 1;
    else if (typeof start === 'number') earliest = start + 1;
  });
}
