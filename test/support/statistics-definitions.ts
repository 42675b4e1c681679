/** The figures of sensor readings by their definitions, in plain arithmetic over all of them. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const mgdLPerMmolL = 18.01559;

/** A reading as it was sent. */
export interface SentReading {
  /** Milliseconds since the epoch. */
  time: number;
  /** mg/dL */
  mgdL: number;
  minutes: number;
}

export interface CountedOnce {
  time: number;
  mmolL: number;
  minutes: number;
}

/** What is stored of mg/dL: mmol/L with five decimals. */
export const storedMmolL = (mgdL: number): number =>
  Math.trunc((mgdL / mgdLPerMmolL) * 100_000 + 0.5) / 100_000;

/** The readings that count: within an hour of UTC none of those for whose time another one stands. */
export function countedOnce(readings: readonly SentReading[]): CountedOnce[] {
  const counted: CountedOnce[] = [];
  for (const { time, mgdL, minutes } of [...readings].sort((one, other) => one.time - other.time)) {
    const last = counted.at(-1);
    const isSameHour = last && Math.floor(last.time / hour) === Math.floor(time / hour);
    if (isSameHour && time < last.time + last.minutes * minute - 10 * second) continue;
    counted.push({ time, mmolL: storedMmolL(mgdL), minutes });
  }
  return counted;
}

const isIn: Record<string, (mmolL: number) => boolean> = {
  inVeryLow: (v) => v < 3,
  inLow: (v) => v >= 3 && v < 3.9,
  inTarget: (v) => v >= 3.9 && v <= 10,
  inHigh: (v) => v > 10 && v <= 13.9,
  inVeryHigh: (v) => v > 13.9,
  inExtremeHigh: (v) => v >= 19.4,
  inAnyLow: (v) => v < 3.9,
  inAnyHigh: (v) => v > 10,
  inTightRange: (v) => v >= 3.9 && v <= 7.8,
  inPregnancyRange: (v) => v >= 3.5 && v <= 7.8,
};

const close = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 9));

/** What the graph says of readings that count, of a time of so many minutes. */
export function definedFigures(readings: readonly CountedOnce[], elapsedMinutes: number): object {
  const minutes = readings.reduce((all, each) => all + each.minutes, 0);
  const over = (what: (each: CountedOnce) => number) =>
    minutes === 0 ? null : readings.reduce((all, each) => all + each.minutes * what(each), 0) / minutes;
  const mean = over(({ mmolL }) => mmolL);
  const variance = over(({ mmolL }) => (mmolL - (mean ?? 0)) ** 2);
  const deviation = variance === null ? null : Math.sqrt(variance);
  const values = readings.map(({ mmolL }) => mmolL);
  const shares = Object.entries(isIn).map(([name, test]) => {
    const own = readings.filter(({ mmolL }) => test(mmolL));
    const ownMinutes = own.reduce((all, each) => all + each.minutes, 0);
    return [
      name,
      {
        share: minutes === 0 ? null : close(ownMinutes / minutes),
        minutes: ownMinutes,
        records: own.length,
      },
    ];
  });
  return {
    records: readings.length,
    minutes,
    wear: elapsedMinutes > 0 ? close(minutes / elapsedMinutes) : null,
    mean: close(mean),
    standardDeviation: close(deviation),
    coefficientOfVariation: mean && deviation !== null ? close(deviation / mean) : null,
    min: values.length === 0 ? null : Math.min(...values),
    max: values.length === 0 ? null : Math.max(...values),
    ...(Object.fromEntries(shares) as object),
  };
}

/** Glucose management indicator of Bergenstal et al.; in percent with one decimal. */
export function definedGmi(readings: readonly CountedOnce[]): number | null {
  const minutes = readings.reduce((all, each) => all + each.minutes, 0);
  if (minutes === 0) return null;
  const mean = readings.reduce((all, each) => all + each.minutes * each.mmolL, 0) / minutes;
  return Math.floor((0.09148 * (12.71 + 4.70587 * mean) + 2.152) * 10 + 0.5) / 10;
}

/** Glycemia risk index of Klonoff et al. */
export function definedGri(readings: readonly CountedOnce[]): number | null {
  const percent = (test: (mmolL: number) => boolean) => {
    const of = (some: readonly CountedOnce[]) => some.reduce((all, each) => all + each.minutes, 0);
    return (100 * of(readings.filter(({ mmolL }) => test(mmolL)))) / of(readings);
  };
  if (readings.length === 0) return null;
  const lows = percent((v) => v < 3) + 0.8 * percent((v) => v >= 3 && v < 3.9);
  const highs = percent((v) => v > 13.9) + 0.5 * percent((v) => v > 10 && v <= 13.9);
  return Math.min(100, 3 * lows + 1.6 * highs);
}

/** The hour and the day of an instant as the clocks of a zone show them. */
export function localTime(zone: string): (time: number) => { hour: number; date: string } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  });
  return (time) => {
    const [date = '', clock = ''] = format.format(time).split(' ');
    return { date, hour: Number(clock.slice(0, 2)) };
  };
}

/** An episode by a picture of the time in steps of five minutes; see `episodesInSteps`. */
export interface EpisodeInSteps {
  count: number;
  minutes: number;
}

/** What readings every five minutes show between gaps: one or two missing readings are like what was before them. */
const shownBetweenGaps = (picture: string): string[] =>
  picture
    .split(/-{3,}/)
    .map((stretch) =>
      stretch
        .replaceAll(/^-+|-+$/g, '')
        .replaceAll(
          /(.)-(-?)/g,
          (_all, before: string, more: string) => before + before + (more ? before : ''),
        ),
    );

/** Adds up episodes, each a part of a picture. */
const added = (found: readonly string[]): EpisodeInSteps => ({
  count: found.length,
  minutes: 5 * found.reduce((all, episode) => all + episode.length, 0),
});

/**
 * Episodes in readings every five minutes, as a picture: `x` is beyond the limit, `o` within it, `-` no reading. An episode
 * is three or more `x` in a row, and goes on after one or two `o`. A gap of one or two steps is like what was before it.
 */
export const episodesInSteps = (picture: string, fewest = 3): EpisodeInSteps =>
  added(
    shownBetweenGaps(picture).flatMap((shown) =>
      [...shown.matchAll(new RegExp(`x{${fewest},}(?:o{1,2}x+)*`, 'g'))].map(([episode]) => episode),
    ),
  );

/**
 * Extended highs in such a picture: `x` is above 13.9 mmol/L, `m` above 10.0, `o` not above that. Of 24 steps at least 18
 * are `x`, and three `o` in a row end it.
 */
export const extendedHighsInSteps = (picture: string): EpisodeInSteps =>
  added(
    shownBetweenGaps(picture)
      .flatMap((shown) => shown.split(/o{3,}/))
      .flatMap((open) => {
        const isEnough = (_step: string, index: number) =>
          open[index] === 'x' && open.slice(index, index + 24).replaceAll(/[mo]/g, '').length >= 18;
        const first = [...open].findIndex(isEnough);
        return first < 0 ? [] : [open.slice(first).replace(/o+$/, '')];
      }),
  );
