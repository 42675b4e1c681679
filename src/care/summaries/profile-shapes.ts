import { area, curveMonotoneX, line } from 'd3-shape';
import { mgdLPerMmolL } from '../../platform/validation/glucose-units';
import { thresholds } from './glucose-ranges';
import type { GlucoseProfile } from './glucose-profile';

export type ProfileUnits = 'mmol/L' | 'mg/dL';

/** A shape of a drawing. A page or a document draws them in order, each over the previous one. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: string; width: number }
  /** `path` uses SVG syntax. */
  | { kind: 'area'; path: string; fill: string }
  | { kind: 'curve'; path: string; stroke: string; width: number }
  | Label;

/** A line of text with its baseline at `y`. */
export interface Label {
  kind: 'text';
  x: number;
  y: number;
  text: string;
  size: number;
  color: string;
  anchor: 'start' | 'middle' | 'end';
  isBold: boolean;
}

interface Point {
  minute: number;
  /** mmol/L, in the order of the percentiles. */
  values: readonly number[];
}

/** Size of the drawing. */
export const profileSize = { width: 900, height: 440 };

const size = profileSize;
const frame = { left: 64, right: 84, top: 64, bottom: 48 };
const minutesADay = 1440;
/** Upper end of the scale in mmol/L; according to the consensus, it is the same in every profile. */
const highest = 22.2;

/** Default font size. */
export const textSize = 13;

export const profileColors = {
  text: '#26323a',
  faint: '#5b6770',
  grid: '#dde3e7',
  target: '#e7f4e8',
  targetLine: '#3f8f46',
  outer: '#bcd3ea',
  inner: '#7ea9d6',
  median: '#143d66',
};

const colors = profileColors;

const toX = (minute: number): number =>
  frame.left + (minute / minutesADay) * (size.width - frame.left - frame.right);
const toY = (mmolL: number): number =>
  size.height -
  frame.bottom -
  (Math.min(mmolL, highest) / highest) * (size.height - frame.top - frame.bottom);

const label = (x: number, y: number, text: string, more: Partial<Label> = {}): Label => ({
  kind: 'text',
  x,
  y,
  text,
  size: textSize,
  color: colors.text,
  anchor: 'start',
  isBold: false,
  ...more,
});

const straight = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): Shape => ({
  kind: 'line',
  x1,
  y1,
  x2,
  y2,
  stroke,
  width,
});

const amount = (mmolL: number, units: ProfileUnits): string =>
  units === 'mg/dL' ? String(Math.round(mmolL * mgdLPerMmolL)) : mmolL.toFixed(1);

/** Intervals of the day without gaps. Midnight joins the last bin to the end of the day. */
function stretches({ bins }: GlucoseProfile): Point[][] {
  const found: Point[][] = [];
  let open: Point[] | undefined;
  for (const { minuteOfDay, percentiles } of bins) {
    if (!percentiles) open = undefined;
    else {
      if (!open) found.push((open = []));
      open.push({ minute: minuteOfDay + minutesADay / bins.length / 2, values: percentiles });
    }
  }
  return found;
}

function band(points: Point[], low: number, high: number, fill: string): Shape {
  const path = area<Point>()
    .x(({ minute }) => toX(minute))
    .y0(({ values }) => toY(values[low] ?? 0))
    .y1(({ values }) => toY(values[high] ?? 0))
    .curve(curveMonotoneX);
  return { kind: 'area', path: path(points) ?? '', fill };
}

function median(points: Point[]): Shape {
  const path = line<Point>()
    .x(({ minute }) => toX(minute))
    .y(({ values }) => toY(values[2] ?? 0))
    .curve(curveMonotoneX);
  return { kind: 'curve', path: path(points) ?? '', stroke: colors.median, width: 2.5 };
}

function backdrop(units: ProfileUnits): Shape[] {
  const [left, right] = [toX(0), toX(minutesADay)];
  const limits = [thresholds.veryLow, thresholds.low, thresholds.high, thresholds.veryHigh];
  const hours = Array.from({ length: 9 }, (_, index) => index * 3);
  const top = toY(thresholds.high);
  const chooseColor = (limit: number) =>
    limit === thresholds.low || limit === thresholds.high ? colors.targetLine : colors.grid;
  return [
    {
      kind: 'rect',
      x: left,
      y: top,
      width: right - left,
      height: toY(thresholds.low) - top,
      fill: colors.target,
    },
    ...hours.map((hour) => straight(toX(hour * 60), toY(highest), toX(hour * 60), toY(0), colors.grid)),
    ...hours.map((hour) =>
      label(toX(hour * 60), size.height - frame.bottom + 20, `${String(hour).padStart(2, '0')}:00`, {
        anchor: 'middle',
      }),
    ),
    straight(left, toY(0), right, toY(0), colors.faint),
    ...limits.map((limit) => straight(left, toY(limit), right, toY(limit), chooseColor(limit), 1.2)),
    ...[...limits, highest].map((limit) =>
      label(left - 8, toY(limit) + 4, amount(limit, units), { anchor: 'end' }),
    ),
  ];
}

/** Labels the lines at their right ends, and keeps overlapping labels apart. */
function names(points: Point[] | undefined): Shape[] {
  const last = points?.at(-1);
  if (!last) return [];
  let above = Infinity;
  return [5, 25, 50, 75, 95].map((percent, index) => {
    above = Math.min(above - 14, toY(last.values[index] ?? 0) + 4);
    return label(toX(minutesADay) + 8, above, `${percent} %`, {
      color: colors.faint,
      isBold: percent === 50,
    });
  });
}

function headline(
  { firstDate, lastDate, days, use, timezone, isSufficient, records }: GlucoseProfile,
  units: ProfileUnits,
): Shape[] {
  const span = records > 0 ? `${firstDate} to ${lastDate}` : `the last ${days} days`;
  const facts = `${span}, ${timezone} · sensor worn ${(use * 100).toFixed(0)} % of the time · ${units}`;
  const caution = isSufficient ? '' : ' · less than 14 days with 70 %';
  return [
    label(frame.left, 26, 'Ambulatory glucose profile', { size: 17, isBold: true }),
    label(frame.left, 47, facts + caution, { color: colors.faint }),
  ];
}

/**
 * The shapes of an ambulatory glucose profile: the median, and bands with the middle 50 % and 90 % of the readings by
 * time of day, according to the consensus on its form (Danne et al., Diabetes Care 2017).
 */
export function profileShapes(profile: GlucoseProfile, units: ProfileUnits): Shape[] {
  const parts = stretches(profile);
  const middle = (toX(0) + toX(minutesADay)) / 2;
  return [
    ...headline(profile, units),
    ...backdrop(units),
    ...parts.flatMap((points) => [
      band(points, 0, 4, colors.outer),
      band(points, 1, 3, colors.inner),
      median(points),
    ]),
    ...names(parts.at(-1)),
    ...(profile.records === 0
      ? [label(middle, toY(12), 'No sensor readings', { size: 16, anchor: 'middle' })]
      : []),
  ];
}
