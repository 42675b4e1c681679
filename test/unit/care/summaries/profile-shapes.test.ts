import type { GlucoseProfile } from '../../../../src/care/summaries/glucose-profile';
import {
  profileColors,
  profileShapes,
  type Label,
  type ProfileUnits,
  type Shape,
} from '../../../../src/care/summaries/profile-shapes';

/** Where the drawing has its edges: 0:00 and 24:00, 0 mmol/L and the highest value of its scale. */
const [left, right, bottom, top] = [64, 816, 392, 64];
const highest = 22.2;
const x = (minuteOfDay: number) => left + (minuteOfDay / 1440) * (right - left);
const y = (mmolL: number) => bottom - (mmolL / highest) * (bottom - top);

/** Percentiles of a bin; a narrow distribution around a value. */
const around = (value: number) => [value - 2, value - 1, value, value + 1, value + 2];

/** A profile with percentiles by the number of a quarter of an hour. */
function profileOf(
  percentiles: Record<number, number[]>,
  more: Partial<GlucoseProfile> = {},
): GlucoseProfile {
  return {
    ...{ timezone: 'Europe/Vienna', days: 14, firstDate: '2026-03-01', lastDate: '2026-03-14' },
    ...{ records: 100, use: 0.456, isSufficient: true, daily: [] },
    bins: Array.from({ length: 96 }, (_, index) => ({
      ...{ minuteOfDay: index * 15, records: percentiles[index] ? 10 : 0 },
      percentiles: percentiles[index] ?? null,
    })),
    ...more,
  };
}

type OfKind<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>;

/** The shapes of a kind. */
function shapes<Kind extends Shape['kind']>(
  kind: Kind,
  profile: GlucoseProfile,
  units: ProfileUnits = 'mmol/L',
): OfKind<Kind>[] {
  return profileShapes(profile, units).filter((shape): shape is OfKind<Kind> => shape.kind === kind);
}

/** The points that a path goes through, without those that only bend it. */
const pointsOf = (path: string): [x: number, y: number][] =>
  [...path.matchAll(/([MLC])([^MLCZ]+)/g)].map(([, , numbers = '']) =>
    numbers.split(',').map(Number).slice(-2),
  ) as [number, number][];

const close = (points: readonly (readonly [number, number])[]) =>
  points.map((point) => point.map((each) => expect.closeTo(each, 1) as number));

const text = (profile: GlucoseProfile, wanted: string, units?: ProfileUnits): Label[] =>
  shapes('text', profile, units).filter((label) => label.text === wanted);

describe('the curves of a profile', () => {
  const [from, to] = [x(8 * 15 + 7.5), x(9 * 15 + 7.5)];

  it('show each percentile at its value, in the middle of its quarter of an hour', () => {
    const profile = profileOf({ 8: [4, 5, 6, 8, 11], 9: [3, 4, 7, 9, 12] });
    const [outer, inner, ...others] = shapes('area', profile);
    const [median, ...more] = shapes('curve', profile);
    expect([...others, ...more]).toEqual([]);
    expect([outer?.fill, inner?.fill, median?.stroke]).toEqual([
      profileColors.outer,
      profileColors.inner,
      profileColors.median,
    ]);
    const there = (one: number, other: number) => [[from, y(one)] as const, [to, y(other)] as const];
    const band = (low: [number, number], high: [number, number]) =>
      close([...there(...high), ...there(...low).toReversed()]);
    expect(pointsOf(median?.path ?? '')).toEqual(close(there(6, 7)));
    expect(pointsOf(outer?.path ?? '')).toEqual(band([4, 3], [11, 12]));
    expect(pointsOf(inner?.path ?? '')).toEqual(band([5, 4], [8, 9]));
  });

  it('have a gap where there are no readings', () => {
    const profile = profileOf({ 8: around(6), 9: around(7), 11: around(8), 95: around(9) });
    expect(shapes('area', profile)).toHaveLength(6);
    expect(shapes('curve', profile).map(({ path }) => pointsOf(path))).toEqual([
      close([
        [from, y(6)],
        [to, y(7)],
      ]),
      close([[x(11 * 15 + 7.5), y(8)]]),
      close([[x(95 * 15 + 7.5), y(9)]]),
    ]);
  });

  it('stay within the scale', () => {
    const [median] = shapes('curve', profileOf({ 8: around(25), 9: around(highest) }));
    expect(pointsOf(median?.path ?? '')).toEqual(
      close([
        [from, top],
        [to, top],
      ]),
    );
  });

  it('are named at their right ends, without overlapping names', () => {
    const far = profileOf({ 8: around(20), 95: [3, 6, 9, 12, 15] });
    const near = profileOf({ 95: [3, 6, 6.1, 6.2, 15] });
    const ends = ['5 %', '25 %', '50 %', '75 %', '95 %'];
    const placed = (profile: GlucoseProfile) => ends.map((name) => text(profile, name)[0]);
    expect(placed(far)).toMatchObject(
      [3, 6, 9, 12, 15].map((value) => ({ x: 824, y: expect.closeTo(y(value) + 4, 6) as number })),
    );
    expect(placed(far).map((label) => label?.isBold)).toEqual([false, false, true, false, false]);
    const lowest = y(6) + 4;
    expect(placed(near).map((label) => label?.y)).toEqual(
      [y(3) + 4, lowest, lowest - 14, lowest - 28, y(15) + 4].map(
        (each) => expect.closeTo(each, 6) as number,
      ),
    );
  });
});

it('the curves, the bands and the target range have colors of their own', () => {
  const { outer, inner, median, target, targetLine } = profileColors;
  expect(new Set([outer, inner, median, target, targetLine]).size).toBe(5);
  for (const color of Object.values(profileColors)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
});

describe('behind the curves', () => {
  const profile = profileOf({ 8: around(6) });
  const lines = shapes('line', profile);

  it('the target range is marked, and the limits of ranges are lines at their values', () => {
    expect(shapes('rect', profile)).toEqual([
      {
        ...{ kind: 'rect', x: left, y: expect.closeTo(y(10), 6) as number, width: right - left },
        ...{ height: expect.closeTo(y(3.9) - y(10), 6) as number, fill: profileColors.target },
      },
    ]);
    const level = lines.filter(({ y1, y2 }) => y1 === y2);
    expect(level.map(({ x1, x2 }) => [x1, x2])).toEqual(level.map(() => [left, right]));
    expect(level.map(({ y1 }) => y1)).toEqual(
      [0, 3, 3.9, 10, 13.9].map((limit) => expect.closeTo(y(limit), 6) as number),
    );
    const { faint, grid, targetLine } = profileColors;
    expect(level.map(({ stroke }) => stroke)).toEqual([faint, grid, targetLine, targetLine, grid]);
  });

  it('every third hour has a line and a name', () => {
    const upright = lines.filter(({ x1, x2 }) => x1 === x2);
    expect(upright).toMatchObject(
      Array.from({ length: 9 }, (_, index) => ({ x1: x(index * 180), y1: top, y2: bottom })),
    );
    const hours = ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '24:00'];
    expect(hours.flatMap((hour) => text(profile, hour))).toMatchObject(
      hours.map((_hour, index) => ({ x: x(index * 180), y: bottom + 20, anchor: 'middle' })),
    );
  });

  it.each([
    ['mmol/L', ['3.0', '3.9', '10.0', '13.9', '22.2']],
    ['mg/dL', ['54', '70', '180', '250', '400']],
  ] as const)('the limits are given in %s', (units, names) => {
    const values = [3, 3.9, 10, 13.9, highest];
    expect(names.flatMap((name) => text(profile, name, units))).toMatchObject(
      values.map((value) => ({ x: left - 8, y: expect.closeTo(y(value) + 4, 6) as number, anchor: 'end' })),
    );
  });
});

describe('the headline', () => {
  const facts = (profile: GlucoseProfile, units?: ProfileUnits) =>
    shapes('text', profile, units).find((label) => label.text.includes('sensor worn'));

  it('says what the profile is of', () => {
    const profile = profileOf({ 8: around(6) });
    expect(text(profile, 'Ambulatory glucose profile')).toMatchObject([{ x: left, y: 26, isBold: true }]);
    expect(facts(profile, 'mg/dL')).toMatchObject({
      ...{ x: left, y: 47, isBold: false, color: profileColors.faint },
      text: '2026-03-01 to 2026-03-14, Europe/Vienna · sensor worn 46 % of the time · mg/dL',
    });
    expect(text(profile, 'No sensor readings')).toEqual([]);
  });

  it('warns of too little data, and says when there is none', () => {
    const few = profileOf({ 8: around(6) }, { isSufficient: false });
    expect(facts(few)?.text).toMatch(/ · less than 14 days with 70 %$/);
    const none = profileOf({}, { records: 0, use: 0, firstDate: null, lastDate: null });
    expect(facts(none)?.text).toContain('the last 14 days, Europe/Vienna · sensor worn 0 %');
    const [middle] = text(none, 'No sensor readings');
    expect(middle).toMatchObject({ x: 440, y: expect.closeTo(y(12), 6) as number, anchor: 'middle' });
    const kinds = (profile: GlucoseProfile) => [
      ...new Set(profileShapes(profile, 'mmol/L').map(({ kind }) => kind)),
    ];
    expect(kinds(none)).toStrictEqual(['text', 'rect', 'line']);
    expect(kinds(few)).toStrictEqual(['text', 'rect', 'line', 'area', 'curve']);
  });
});
