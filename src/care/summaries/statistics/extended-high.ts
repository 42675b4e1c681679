import { thresholds } from '../glucose-ranges';
import type { ReadingSeries } from '../reading-series';

const minute = 60_000;
const window = 120 * minute;
/** Time above the limit within the window that makes a high extended. */
const fewest = 90 * minute;
/** Time back in range that ends it, and time without readings after which nobody knows whether it goes on. */
const recovery = 15 * minute;

/** When an episode begins and ends; milliseconds since the epoch. */
export interface Episode {
  start: number;
  end: number;
}

/** The time for which a reading stands: until the next one, if that follows soon. */
interface Stretch {
  start: number;
  end: number;
  mmolL: number;
}

/** Readings that follow each other without a longer gap, with the time for which they stand. */
function* withoutGaps({ times, values, minutes }: ReadingSeries): Iterable<Stretch[]> {
  let run: Stretch[] = [];
  for (const [index, start] of times.entries()) {
    const until = start + (minutes[index] as number) * minute;
    const next = times[index + 1] ?? Infinity;
    const isBeforeGap = next - until >= recovery;
    run.push({ start, end: isBeforeGap ? until : next, mmolL: values[index] as number });
    if (!isBeforeGap) continue;
    yield run;
    run = [];
  }
}

/** Runs of readings between recoveries: at least 15 minutes in a row at 10.0 mmol/L or below. */
function* withoutRecoveries(run: readonly Stretch[]): Iterable<Stretch[]> {
  let open: Stretch[] = [];
  let back: Stretch[] = [];
  for (const stretch of run) {
    if (stretch.mmolL <= thresholds.high) {
      back.push(stretch);
      continue;
    }
    const [first] = back;
    if (first && stretch.start - first.start >= recovery) {
      yield open;
      open = [];
    } else open.push(...back);
    back = [];
    open.push(stretch);
  }
  yield open;
}

/** The first high reading that begins 120 minutes with at least 90 above 13.9 mmol/L; undefined if there is none. */
function firstExtended(run: readonly Stretch[]): Stretch | undefined {
  const high = run.filter(({ mmolL }) => mmolL > thresholds.veryHigh);
  let [last, sum] = [0, 0];
  for (const first of high) {
    for (let next = high[last]; next && next.start < first.start + window; next = high[(last += 1)])
      sum += next.end - next.start;
    const latest = high[last - 1];
    const beyondWindow = latest ? Math.max(0, latest.end - first.start - window) : 0;
    if (sum - beyondWindow >= fewest) return first;
    sum -= first.end - first.start;
  }
  return undefined;
}

/**
 * Extended hyperglycemic events of readings in their order: more than 13.9 mmol/L (250 mg/dL) for at least 90 minutes
 * within 120, over when glucose is at 10.0 mmol/L (180 mg/dL) or below for 15 minutes (Battelino et al., Lancet Diabetes &
 * Endocrinology 2023). Here, 15 minutes without readings end one, too, and start the count anew, as a recovery does.
 */
export function extendedHighs(readings: ReadingSeries): Episode[] {
  return [...withoutGaps(readings)].flatMap((run) =>
    [...withoutRecoveries(run)].flatMap((open) => {
      const first = firstExtended(open);
      return first ? [{ start: first.start, end: (open.at(-1) as Stretch).end }] : [];
    }),
  );
}
