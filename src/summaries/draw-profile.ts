import { area, curveMonotoneX, line } from 'd3-shape';
import { mgdLPerMmolL } from '../data/record-types/glucose-units';
import { thresholds } from './glucose-ranges';
import type { GlucoseProfile } from './glucose-profile';

type Units = 'mmol/L' | 'mg/dL';

interface Point {
  minute: number;
  /** mmol/L, in the order of the percentiles. */
  values: readonly number[];
}

const size = { width: 900, height: 440 };
const frame = { left: 64, right: 84, top: 64, bottom: 48 };
const minutesADay = 1440;
/** The scale ends here, in mmol/L: the consensus on the profile draws every one up to the same amount. */
const highest = 22.2;

const colors = {
  text: '#26323a',
  faint: '#5b6770',
  grid: '#dde3e7',
  target: '#e7f4e8',
  targetLine: '#3f8f46',
  outer: '#bcd3ea',
  inner: '#7ea9d6',
  median: '#143d66',
};

const xOf = (minute: number): number =>
  frame.left + (minute / minutesADay) * (size.width - frame.left - frame.right);
const yOf = (mmolL: number): number =>
  size.height -
  frame.bottom -
  (Math.min(mmolL, highest) / highest) * (size.height - frame.top - frame.bottom);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const text = (x: number, y: number, content: string, extra = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${extra}>${escaped(content)}</text>`;

const amount = (mmolL: number, units: Units): string =>
  units === 'mg/dL' ? String(Math.round(mmolL * mgdLPerMmolL)) : mmolL.toFixed(1);

/** Stretches of the day without a gap, the end of the day joined to its last bin. */
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

function band(points: Point[], low: number, high: number, color: string): string {
  const path = area<Point>()
    .x(({ minute }) => xOf(minute))
    .y0(({ values }) => yOf(values[low] ?? 0))
    .y1(({ values }) => yOf(values[high] ?? 0))
    .curve(curveMonotoneX);
  return `<path d="${path(points) ?? ''}" fill="${color}"/>`;
}

function median(points: Point[]): string {
  const path = line<Point>()
    .x(({ minute }) => xOf(minute))
    .y(({ values }) => yOf(values[2] ?? 0))
    .curve(curveMonotoneX);
  return `<path d="${path(points) ?? ''}" fill="none" stroke="${colors.median}" stroke-width="2.5"/>`;
}

function backdrop(units: Units): string {
  const [left, right] = [xOf(0), xOf(minutesADay)];
  const across = (mmolL: number, color: string, width: number) =>
    `<line x1="${left}" x2="${right}" y1="${yOf(mmolL).toFixed(1)}" y2="${yOf(mmolL).toFixed(1)}" stroke="${color}" stroke-width="${width}"/>`;
  const limits = [thresholds.veryLow, thresholds.low, thresholds.high, thresholds.veryHigh];
  const hours = Array.from({ length: 9 }, (_, index) => index * 3);
  const top = yOf(thresholds.high);
  return [
    `<rect x="${left}" y="${top.toFixed(1)}" width="${right - left}" height="${(yOf(thresholds.low) - top).toFixed(1)}" fill="${colors.target}"/>`,
    ...hours.map(
      (hour) =>
        `<line x1="${xOf(hour * 60)}" x2="${xOf(hour * 60)}" y1="${yOf(highest)}" y2="${yOf(0)}" stroke="${colors.grid}"/>`,
    ),
    ...hours.map((hour) =>
      text(
        xOf(hour * 60),
        size.height - frame.bottom + 20,
        `${String(hour).padStart(2, '0')}:00`,
        'text-anchor="middle"',
      ),
    ),
    across(0, colors.faint, 1),
    ...limits.map((limit) =>
      across(
        limit,
        limit === thresholds.low || limit === thresholds.high ? colors.targetLine : colors.grid,
        1.2,
      ),
    ),
    ...[...limits, highest].map((limit) =>
      text(left - 8, yOf(limit) + 4, amount(limit, units), 'text-anchor="end"'),
    ),
  ].join('');
}

/** Names the lines where they end, those that would lie on each other a little apart. */
function names(points: Point[] | undefined): string {
  const last = points?.at(-1);
  if (!last) return '';
  let above = Infinity;
  return [5, 25, 50, 75, 95]
    .map((percent, index) => {
      above = Math.min(above - 14, yOf(last.values[index] ?? 0) + 4);
      const weight = percent === 50 ? ' font-weight="600"' : '';
      return text(xOf(minutesADay) + 8, above, `${percent} %`, `fill="${colors.faint}"${weight}`);
    })
    .join('');
}

function headline(
  { firstDate, lastDate, days, use, timezone, isSufficient, records }: GlucoseProfile,
  units: Units,
) {
  const span = records > 0 ? `${firstDate} to ${lastDate}` : `the last ${days} days`;
  const facts = `${span}, ${timezone} · sensor worn ${(use * 100).toFixed(0)} % of the time · ${units}`;
  const caution = isSufficient ? '' : ' · less than 14 days with 70 %';
  return (
    text(frame.left, 26, 'Ambulatory glucose profile', 'font-size="17" font-weight="600"') +
    text(frame.left, 47, facts + caution, `fill="${colors.faint}"`)
  );
}

/**
 * An ambulatory glucose profile as an SVG image: the median and the bands of the middle half and of nine tenths of the
 * readings, by time of day, as the consensus on its form has them (Danne et al., Diabetes Care 2017).
 */
export function drawProfile(profile: GlucoseProfile, units: Units): string {
  const parts = stretches(profile);
  const drawn = parts.flatMap((points) => [
    band(points, 0, 4, colors.outer),
    band(points, 1, 3, colors.inner),
    median(points),
  ]);
  const nothing =
    profile.records === 0
      ? text(
          (xOf(0) + xOf(minutesADay)) / 2,
          yOf(12),
          'No sensor readings',
          'text-anchor="middle" font-size="16"',
        )
      : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}"`,
    ` role="img" aria-label="Ambulatory glucose profile" font-family="system-ui, sans-serif" font-size="13" fill="${colors.text}">`,
    `<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>`,
    headline(profile, units),
    backdrop(units),
    ...drawn,
    names(parts.at(-1)),
    nothing,
    '</svg>',
  ].join('');
}
