import * as fc from 'fast-check';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { iso, sent, share, statistics, worn, type Range } from '../../../support/statistics';
import {
  countedOnce,
  definedFigures,
  definedGmi,
  definedGri,
  episodesInSteps,
  extendedHighsInSteps,
  localTime,
  type CountedOnce,
  type EpisodeInSteps,
  type SentReading,
} from '../../../support/statistics-definitions';
import { day, hour, minute, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

const within = (readings: readonly CountedOnce[], { from, to }: Range) =>
  readings.filter(({ time }) => time >= from && time < to);

/** What the graph should say of readings, from plain arithmetic. */
function expected(all: readonly CountedOnce[], range: Range, zone: string): object {
  const own = within(all, range);
  const { from, to } = range;
  const local = localTime(zone);
  const steps = Array.from({ length: (to - from) / minute }, (_, index) => ({
    ...local(from + index * minute),
  }));
  const elapsed = (test: (step: { hour: number; date: string }) => boolean) => steps.filter(test).length;
  const placed = own.map((reading) => ({ ...reading, ...local(reading.time) }));
  const gri = definedGri(own);
  return {
    ...{ from: iso(from), to: iso(to), timezone: zone, units: 'MMOL_L' },
    ...definedFigures(own, (to - from) / minute),
    glucoseManagementIndicator: definedGmi(own),
    glycemiaRiskIndex: gri === null ? null : (expect.closeTo(gri, 9) as number),
    byHour: Array.from({ length: 24 }, (_, each) => ({
      hour: each,
      ...definedFigures(
        placed.filter((reading) => reading.hour === each),
        elapsed((step) => step.hour === each),
      ),
    })),
    byDay: [...new Set(steps.map(({ date }) => date))].map((each) => ({
      date: each,
      ...definedFigures(
        placed.filter(({ date }) => date === each),
        elapsed((step) => step.date === each),
      ),
    })),
  };
}

/** Episodes of readings every five minutes from the start of a range on. */
function expectedEpisodes(
  own: readonly CountedOnce[],
  { from, to }: Range,
  isBeyond: (v: number) => boolean,
  fewest = 3,
) {
  return episodesOfPicture(
    own,
    { from, to },
    (v) => (isBeyond(v) ? 'x' : 'o'),
    (picture) => episodesInSteps(picture, fewest),
  );
}

/** Episodes of a picture of the readings every five minutes. */
function episodesOfPicture(
  own: readonly CountedOnce[],
  { from, to }: Range,
  symbol: (v: number) => string,
  find: (picture: string) => EpisodeInSteps,
) {
  const steps = Array.from({ length: (to - from) / (5 * minute) }, () => '-');
  for (const { time, mmolL } of own) steps[(time - from) / (5 * minute)] = symbol(mmolL);
  const { count, minutes } = find(steps.join(''));
  return {
    count,
    perDay: expect.closeTo(count / ((own.length * 5) / 1440), 9) as number,
    averageMinutes: count === 0 ? null : (expect.closeTo(minutes / count, 9) as number),
  };
}

describe('statistics of a range', () => {
  it('are those of the definitions, from the records and from what the summary keeps of them', async () => {
    const person = await newPerson(server);
    const end = recentHour();
    const readings = worn(end, 16, 20_251);
    const dataSetId = await uploadedReadings(
      person,
      readings.map((reading) => sent(reading, { timezone: 'Europe/Vienna' })),
    );
    const range = { from: end - 15 * day, to: end };
    const part = { from: end - 3 * day - 20 * minute, to: end - 5 * hour - 35 * minute };
    const agree = async (sentReadings: readonly SentReading[]) => {
      const counted = countedOnce(sentReadings);
      for (const each of [range, part]) {
        expect(await statistics(server, person, each)).toMatchObject(
          expected(counted, each, 'Europe/Vienna'),
        );
      }
      const india = await statistics(server, person, part, { timezone: 'Asia/Kolkata' });
      expect(india).toMatchObject(expected(counted, part, 'Asia/Kolkata'));
    };
    await agree(readings);
    const own = within(countedOnce(readings), range);
    expect(await statistics(server, person, range)).toMatchObject({
      isSufficient: true,
      lowEpisodes: expectedEpisodes(own, range, (v) => v < 3.9),
      veryLowEpisodes: expectedEpisodes(own, range, (v) => v < 3),
      highEpisodes: expectedEpisodes(own, range, (v) => v > 10),
      veryHighEpisodes: expectedEpisodes(own, range, (v) => v > 13.9),
      extendedLowEpisodes: expectedEpisodes(own, range, (v) => v < 3.9, 24),
      extendedHighEpisodes: episodesOfPicture(
        own,
        range,
        (v) => (v > 13.9 ? 'x' : v > 10 ? 'm' : 'o'),
        extendedHighsInSteps,
      ),
    });
    await recomputed(server, person);
    await agree(readings);

    // A second sensor, and readings that came late: what is kept is out of date for some hours.
    const late = worn(end - 2 * day, 1, 777).map((reading) => ({
      ...reading,
      time: reading.time + 2 * minute,
    }));
    await person.uploaded(
      dataSetId,
      late.map((reading) => sent(reading, { deviceId: 'Second' })),
    );
    await agree([...readings, ...late]);
    await recomputed(server, person);
    await agree([...readings, ...late]);
  });

  it('agree with the summary and the profile of the same days', async () => {
    const person = await newPerson(server);
    const end = recentHour();
    await uploadedReadings(
      person,
      worn(end, 9, 4_711).map((reading) => sent(reading)),
    );
    await recomputed(server, person);
    const query = `query ($id: ID!) { user(id: $id) {
      summary(type: CGM) { ... on GlucoseSummary { dates { lastData } periods { length averageGlucose standardDeviation
        coefficientOfVariation glucoseManagementIndicator min max total { percent minutes records }
        inTarget { percent minutes records } inVeryLow { percent minutes records } inAnyHigh { percent minutes records } } } }
      glucoseProfile(days: 3, timezone: "UTC") { daily { date records minutes average standardDeviation min max
        inVeryLow inLow inTarget inHigh inVeryHigh } } } }`;
    const answer = await api(server).graph(query, { token: person.token, variables: { id: person.userId } });
    const { summary, glucoseProfile } = accepted(answer).data.user;
    const period = summary.periods.find(({ length }: { length: string }) => length === 'DAYS_7');
    const newest = Math.floor(Date.parse(summary.dates.lastData) / hour) * hour;
    const ours = await statistics(server, person, { from: newest - 7 * day + hour, to: newest + hour });
    const like = ({ percent, ...amount }: Json) => ({
      ...amount,
      share: expect.closeTo(percent, 9) as number,
    });
    expect(ours).toMatchObject({
      mean: expect.closeTo(period.averageGlucose, 9) as number,
      standardDeviation: expect.closeTo(period.standardDeviation, 9) as number,
      coefficientOfVariation: expect.closeTo(period.coefficientOfVariation, 9) as number,
      glucoseManagementIndicator: period.glucoseManagementIndicator,
      ...{ min: period.min, max: period.max, records: period.total.records, minutes: period.total.minutes },
      inTarget: like(period.inTarget),
      inVeryLow: like(period.inVeryLow),
      inAnyHigh: like(period.inAnyHigh),
    });
    const first = Date.parse(`${glucoseProfile.daily[0].date}T00:00:00Z`);
    const { byDay } = await statistics(
      server,
      person,
      { from: first, to: first + 3 * day },
      { timezone: 'UTC' },
    );
    expect(glucoseProfile.daily).toHaveLength(3);
    for (const [index, daily] of glucoseProfile.daily.entries()) {
      const { date, records, minutes, average, standardDeviation, min, max, ...shares } = daily;
      expect(byDay[index]).toMatchObject({
        ...{ date, records, minutes, min, max },
        mean: expect.closeTo(average, 9) as number,
        standardDeviation: expect.closeTo(standardDeviation, 9) as number,
      });
      for (const [name, value] of Object.entries(shares))
        expect(byDay[index][name].share).toBeCloseTo(value as number, 9);
    }
  });

  it('of ranges that meet are those of both together', async () => {
    const person = await newPerson(server);
    const end = recentHour();
    const readings = worn(end, 3, 99);
    await uploadedReadings(
      person,
      readings.map((reading) => sent(reading)),
    );
    await recomputed(server, person);
    const counted = countedOnce(readings);
    const instant = fc.integer({ min: -10, max: 3 * 1440 + 10 }).map((minutes) => end - minutes * minute);
    const ends = fc.uniqueArray(instant, { minLength: 2, maxLength: 2 });
    const brief = `records minutes mean inTarget ${share}`;
    await fc.assert(
      fc.asyncProperty(ends, async ([one = 0, other = 0]) => {
        const range = { from: Math.min(one, other), to: Math.max(one, other) };
        const own = within(counted, range);
        const found = await statistics(server, person, range, {}, brief);
        const { records, minutes, mean, inTarget } = definedFigures(own, 1) as Json;
        expect(found).toEqual({ records, minutes, mean, inTarget });
      }),
      { numRuns: 40 },
    );
  });

  it('are the same on both sides of where the summary begins to keep hours', async () => {
    // It keeps those of 91 days.
    const person = await newPerson(server);
    const end = recentHour();
    const readings = [...worn(end - 84 * day, 16, 1_234), ...worn(end, 1, 56)];
    const dataSetId = await uploadedReadings(
      person,
      readings.map((reading) => sent(reading)),
    );
    await recomputed(server, person);
    const changed = [end - 98 * day, end - 90 * day, end - 87 * day, end - 3 * hour];
    const late = changed
      .flatMap((until, index) => worn(until, 1 / 12, 78 + index))
      .map((reading) => ({ ...reading, time: reading.time + 2 * minute }));
    for (const part of [0, 1])
      await person.uploaded(
        dataSetId,
        late
          .filter((_reading, index) => index % 2 === part)
          .map((reading) => sent(reading, { deviceId: 'Second' })),
      );
    const counted = countedOnce([...readings, ...late]);
    const brief = `records minutes mean inTarget ${share}`;
    const hoursAgo = fc.oneof(fc.integer({ min: 83 * 24, max: 101 * 24 }), fc.integer({ min: -1, max: 30 }));
    const ends = fc.uniqueArray(hoursAgo, { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(ends, fc.integer({ min: 0, max: 59 }), async ([one = 0, other = 0], minutes) => {
        const shift = end + minutes * minute;
        const range = {
          from: shift - Math.max(one, other) * hour,
          to: shift - Math.min(one, other) * hour,
        };
        const own = definedFigures(within(counted, range), 1) as Json;
        const { records, mean, inTarget } = own;
        const found = await statistics(server, person, range, {}, brief);
        expect(found).toEqual({ records, minutes: own.minutes, mean, inTarget });
      }),
      { numRuns: 60 },
    );
  });

  it('are null where there is nothing to tell', async () => {
    const person = await newPerson(server);
    const end = recentHour();
    await uploadedReadings(person, [sent({ time: end, mgdL: 100, minutes: 5 })]);
    const range = { from: end - 3 * day, to: end - day };
    const nothing = { share: null, minutes: 0, records: 0 };
    const empty = {
      ...{
        records: 0,
        minutes: 0,
        wear: 0,
        mean: null,
        standardDeviation: null,
        coefficientOfVariation: null,
      },
      ...{ min: null, max: null, inTarget: nothing, inTightRange: nothing },
    };
    const found = await statistics(server, person, range);
    expect(found).toMatchObject({
      ...empty,
      ...{ timezone: 'UTC', isSufficient: false, glucoseManagementIndicator: null, glycemiaRiskIndex: null },
      ...{ lowEpisodes: null, veryLowEpisodes: null, highEpisodes: null, veryHighEpisodes: null },
    });
    expect(found.byHour).toHaveLength(24);
    for (const each of [...found.byHour, ...found.byDay]) expect(each).toMatchObject(empty);
    const future = { from: Date.now() + 20 * day, to: Date.now() + 21 * day };
    expect(await statistics(server, person, future)).toMatchObject({ ...empty, wear: null });
  });

  it('count wear of the time that has passed', async () => {
    const person = await newPerson(server);
    const end = recentHour();
    await uploadedReadings(
      person,
      Array.from({ length: 12 }, (_, index) =>
        sent({ time: end + index * 5 * minute, mgdL: 100, minutes: 5 }),
      ),
    );
    const { wear } = await statistics(server, person, { from: end, to: end + 10 * day });
    expect(wear).toBeGreaterThan(0.45);
    expect(wear).toBeLessThanOrEqual(1);
  });
});

describe('days on which clocks change', () => {
  it.each([
    ['begins', '2025-03-30', 23],
    ['ends', '2025-10-26', 25],
  ])('have their own length where summer time %s', async (_what, date, hours) => {
    const person = await newPerson(server);
    const noon = Date.parse(`${date}T12:00:00Z`);
    const readings = Array.from({ length: 3 * 288 }, (_, index) => ({
      time: noon - 1.5 * day + index * 5 * minute,
      mgdL: 100 + (index % 97),
      minutes: 5,
    }));
    await uploadedReadings(
      person,
      readings.map((reading) => sent(reading)),
    );
    const range = { from: noon - 1.25 * day, to: noon + 1.25 * day };
    const found = await statistics(server, person, range, { timezone: 'Europe/Vienna' });
    expect(found).toMatchObject(expected(countedOnce(readings), range, 'Europe/Vienna'));
    const changing = found.byDay.find((each: { date: string }) => each.date === date);
    expect(changing).toMatchObject({ minutes: hours * 60, wear: 1 });
  });
});
