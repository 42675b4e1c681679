import type { GlucoseProfileQuery } from '@glycograph/client/operations';
import { Link } from 'wouter';
import { duration, percent } from '../../figures';
import { dayText, shortDayText } from '../../time/zones';
import { RangeBar } from '../../ui/range-bar';
import { Empty } from '../../ui/states';

type Day = NonNullable<NonNullable<GlucoseProfileQuery['user']>['glucoseProfile']>['daily'][number];

/** Minutes of readings below which a day tells little: 70% of it. */
const enoughMinutes = 0.7 * 24 * 60;

/** Times in ranges of each day, newest first; each leads to its day. */
export function DailyBars({ days, base }: { days: readonly Day[]; base: string }) {
  if (days.length === 0) return <Empty>There are no days with sensor readings.</Empty>;
  return (
    <ol className="daily-bars">
      {days.toReversed().map((day) => (
        <li key={day.date}>
          <Link href={`${base}/day/${day.date}`} title={dayText(day.date)}>
            <span className="day">{shortDayText(day.date)}</span>
            <RangeBar
              shares={{
                veryLow: day.inVeryLow,
                low: day.inLow,
                target: day.inTarget,
                high: day.inHigh,
                veryHigh: day.inVeryHigh,
              }}
            />
            {day.minutes < enoughMinutes && (
              <small className="measured">{duration(day.minutes)} measured</small>
            )}
            <span className="figure">{percent(day.inTarget)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
