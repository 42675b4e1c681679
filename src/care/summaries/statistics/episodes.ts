import { thresholds } from '../glucose-ranges';
import { extendedHighs, type Episode } from './extended-high';
import type { ReadingSeries } from '../reading-series';

/** How often glucose was beyond a limit, and for how long. */
export interface Episodes {
  count: number;
  /** Per day that was measured. */
  perDay: number;
  /** Minutes of an episode on average; null where there is none. */
  averageMinutes: number | null;
}

const minute = 60_000;
const minutesADay = 1440;
/** Minutes beyond the limit with which an episode begins, and back within it with which it ends. */
const fewestMinutes = 15;
const extendedMinutes = 120;

/** Goes through readings, and collects the times for which they are beyond a limit. */
class EpisodeFinder {
  private readonly found: Episode[] = [];
  /** When the readings went beyond the limit; null while they are within it. */
  private start: number | null = null;
  /** Until when the last reading beyond the limit stands. */
  private end = 0;
  /** When the readings came back within the limit; null while they are beyond it. */
  private back: number | null = null;

  /** @param fewest minutes that an episode takes at least */
  constructor(
    private readonly isBeyond: (mmolL: number) => boolean,
    private readonly fewest: number,
  ) {}

  of({ times, values, minutes }: ReadingSeries): Episode[] {
    let until = -Infinity;
    for (let index = 0; index < times.length; index += 1) {
      const time = times[index] as number;
      // After as long without a reading nobody knows whether the episode goes on.
      if (time - until >= fewestMinutes * minute) this.close();
      until = time + (minutes[index] as number) * minute;
      if (this.isBeyond(values[index] as number)) this.goOn(time, until);
      else this.comeBack(time, until);
    }
    this.close();
    return this.found;
  }

  private goOn(time: number, until: number): void {
    const { start, end, back, fewest } = this;
    if (back !== null && time - back >= fewestMinutes * minute) this.close();
    // What was too short to be an episode does not go on after readings within the limit.
    else if (start !== null && back !== null && end - start < fewest * minute) this.start = null;
    this.start ??= time;
    this.end = until;
    this.back = null;
  }

  private comeBack(time: number, until: number): void {
    if (this.start === null) return;
    if (this.back === null) {
      this.back = time;
      this.end = time;
    }
    if (until - this.back >= fewestMinutes * minute) this.close();
  }

  private close(): void {
    const { start, end, fewest } = this;
    if (start !== null && end - start >= fewest * minute) this.found.push({ start, end });
    this.start = null;
    this.back = null;
  }
}

/** Kinds of episodes. */
export const episodeKinds = ['low', 'veryLow', 'extendedLow', 'high', 'veryHigh', 'extendedHigh'] as const;

export type EpisodeKind = (typeof episodeKinds)[number];

/** Kinds that are over as soon as glucose is back within the limit with which they begin. */
type PlainKind = Exclude<EpisodeKind, 'extendedHigh'>;

const kinds: Readonly<Record<PlainKind, { isBeyond: (mmolL: number) => boolean; fewest: number }>> = {
  low: { isBeyond: (mmolL) => mmolL < thresholds.low, fewest: fewestMinutes },
  veryLow: { isBeyond: (mmolL) => mmolL < thresholds.veryLow, fewest: fewestMinutes },
  extendedLow: { isBeyond: (mmolL) => mmolL < thresholds.low, fewest: extendedMinutes },
  high: { isBeyond: (mmolL) => mmolL > thresholds.high, fewest: fewestMinutes },
  veryHigh: { isBeyond: (mmolL) => mmolL > thresholds.veryHigh, fewest: fewestMinutes },
};

function findEpisodes(kind: EpisodeKind, readings: ReadingSeries): Episode[] {
  if (kind === 'extendedHigh') return extendedHighs(readings);
  const { isBeyond, fewest } = kinds[kind];
  return new EpisodeFinder(isBeyond, fewest).of(readings);
}

/**
 * The episodes of readings in their order: at least 15 minutes beyond a limit (an extended low at least 120), over when 15
 * minutes are back within it; an extended high is defined by `extendedHighs` (Battelino et al., Diabetes Care 2019 and Lancet Diabetes & Endocrinology 2023; Danne et al.,
 * Diabetes Care 2017). An episode also ends where no reading follows for 15 minutes; readings stand for their minutes, and
 * shorter gaps count to what was before them. Null without readings.
 */
export function makeEpisodes(kind: EpisodeKind, readings: ReadingSeries): Episodes | null {
  const measured = readings.minutes.reduce((sum, minutes) => sum + minutes, 0);
  if (measured === 0) return null;
  const found = findEpisodes(kind, readings);
  const total = found.reduce((sum, { start, end }) => sum + (end - start) / minute, 0);
  return {
    count: found.length,
    perDay: found.length / (measured / minutesADay),
    averageMinutes: found.length === 0 ? null : total / found.length,
  };
}
