import { type Json } from '../../../support/api';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { episodes, iso, sent, share, statistics, worn } from '../../../support/statistics';
import { day, recentHour, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

const figures = [
  ...['wear', 'mean', 'standardDeviation', 'coefficientOfVariation', 'min', 'max'],
  ...['glucoseManagementIndicator', 'glycemiaRiskIndex'],
];
const ranges = [
  ...['inVeryLow', 'inLow', 'inTarget', 'inHigh', 'inVeryHigh', 'inExtremeHigh'],
  ...['inAnyLow', 'inAnyHigh', 'inTightRange', 'inPregnancyRange'],
];
const sides = ['below', 'within', 'above'];
const kinds = ['low', 'veryLow', 'extendedLow', 'high', 'veryHigh', 'extendedHigh'];
const episodeFigures = kinds.flatMap((kind) => [`${kind}EpisodesPerDay`, `${kind}EpisodesAverageMinutes`]);

const plain = `${figures.join(' ')} ${ranges.map((name) => `${name} ${share}`).join(' ')}
  targets { ${sides.map((side) => `${side} ${share}`).join(' ')} }
  ${kinds.map((kind) => `${kind}Episodes ${episodes}`).join(' ')}`;
const differences = [...figures, ...ranges, ...sides.map((side) => `${side}Targets`), ...episodeFigures];
const trendFrom = (from: number, to: number) =>
  `trend(from: "${iso(from)}", to: "${iso(to)}") { ${differences.join(' ')} }`;

const difference = (one: number | null, other: number | null) =>
  one === null || other === null ? null : (expect.closeTo(one - other, 9) as number);

/** What the trend should say of the statistics of two ranges. */
const expected = (one: Json, two: Json): Json =>
  Object.fromEntries([
    ...figures.map((name) => [name, difference(one[name], two[name])]),
    ...ranges.map((name) => [name, difference(one[name].share, two[name].share)]),
    ...sides.map((side) => [`${side}Targets`, difference(one.targets[side].share, two.targets[side].share)]),
    ...kinds.flatMap((kind) => {
      const [own, other] = [one[`${kind}Episodes`], two[`${kind}Episodes`]];
      return ['perDay', 'averageMinutes'].map((name) => [
        `${kind}Episodes${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        difference(own?.[name] ?? null, other?.[name] ?? null),
      ]);
    }),
  ]);

describe('the trend', () => {
  it.each(['MMOL_L', 'MG_DL'])(
    'is the difference of each figure from another range, in %s',
    async (units) => {
      const person = await newPerson(server);
      const end = recentHour();
      await uploadedReadings(
        person,
        worn(end, 4, 31).map((reading) => sent(reading)),
      );
      const targets = { preset: 'PREGNANCY_TYPE1' };
      const [now, before] = [
        { from: end - 2 * day, to: end },
        { from: end - 4 * day, to: end - 2 * day },
      ];
      const asked = { units, targets };
      const trend = trendFrom(before.from, before.to);
      const one = await statistics(server, person, now, asked, `${plain} ${trend}`);
      const two = await statistics(server, person, before, asked, plain);
      const wanted = expected(one, two);
      expect(one.trend).toEqual(wanted);
      expect(Object.values(wanted).filter((value) => value === null).length).toBeLessThan(6);
    },
  );

  it('is null where one range has no value, and counts no episodes as none', async () => {
    const person = await newPerson(server);
    const end = recentHour();
    const readings = [
      ...Array.from({ length: 12 }, (_, index) => ({
        time: end - (index + 1) * 300_000,
        mgdL: 60,
        minutes: 5,
      })),
      ...Array.from({ length: 12 }, (_, index) => ({
        ...{ time: end - day - (index + 1) * 300_000, mgdL: 120, minutes: 5 },
      })),
    ];
    await uploadedReadings(
      person,
      readings.map((reading) => sent(reading)),
    );
    const range = { from: end - day / 2, to: end };
    const steady = await statistics(
      server,
      person,
      range,
      {},
      `lowEpisodes { perDay } ${trendFrom(end - 2 * day, end - day)}`,
    );
    expect(steady.lowEpisodes.perDay).toBe(24);
    expect(steady.trend).toMatchObject({
      ...{ inLow: 1, inTarget: -1, lowEpisodesPerDay: 24, lowEpisodesAverageMinutes: null },
      ...{ highEpisodesPerDay: 0, extendedHighEpisodesPerDay: 0 },
    });
    const empty = await statistics(
      server,
      person,
      range,
      {},
      `wear ${trendFrom(end - 9 * day, end - 8 * day)}`,
    );
    const { wear, ...others } = empty.trend;
    expect(wear).toBe(empty.wear);
    expect(others).toEqual(Object.fromEntries(differences.slice(1).map((name) => [name, null])));
  });
});
