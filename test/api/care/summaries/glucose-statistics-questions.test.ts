import { api } from '../../../support/api';
import { accepted, newClinic, newPatient } from '../../../support/clinics';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { asked, iso, sent, statistics, type Range } from '../../../support/statistics';
import { storedMmolL } from '../../../support/statistics-definitions';
import { day, hour, minute, recentHour, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

describe('the limits of ranges', () => {
  const names = [
    'inVeryLow',
    'inLow',
    'inTarget',
    'inHigh',
    'inVeryHigh',
    'inTightRange',
    'inPregnancyRange',
  ];
  const fields = `${names.map((name) => `${name} { records }`).join(' ')}
    targets { low high below { records } within { records } above { records } }`;

  it.each([
    [54, ['inVeryLow'], 'below'],
    [55, ['inLow'], 'below'],
    [63, ['inLow'], 'below'],
    [64, ['inLow', 'inPregnancyRange'], 'below'],
    [69, ['inLow', 'inPregnancyRange'], 'below'],
    // 3.886 mmol/L is below 3.9 mmol/L; who means 70 mg/dL asks for it.
    [70, ['inLow', 'inPregnancyRange'], 'within'],
    [71, ['inTarget', 'inTightRange', 'inPregnancyRange'], 'within'],
    [140, ['inTarget', 'inTightRange', 'inPregnancyRange'], 'within'],
    [141, ['inTarget'], 'within'],
    [180, ['inTarget'], 'within'],
    [181, ['inHigh'], 'above'],
    [250, ['inHigh'], 'above'],
    [251, ['inVeryHigh'], 'above'],
  ])('put %d mg/dL where the descriptions say', async (mgdL, ranges, side) => {
    const person = await newPerson(server);
    const time = recentHour();
    await uploadedReadings(person, [sent({ time, mgdL, minutes: 5 })]);
    const targets = { low: 70, high: 180, units: 'MG_DL' };
    const found = await statistics(
      server,
      person,
      { from: time, to: time + hour },
      { targets, units: 'MG_DL' },
      fields,
    );
    expect(names.filter((name) => found[name].records === 1)).toEqual(ranges);
    const { low, high, ...sides } = found.targets;
    expect([low, high]).toEqual([70, 180]);
    expect(Object.keys(sides).filter((name) => sides[name].records === 1)).toEqual([side]);
  });

  it.each([
    [2.99999, ['inVeryLow']],
    [3, ['inLow']],
    [3.49999, ['inLow']],
    [3.5, ['inLow', 'inPregnancyRange']],
    [3.89999, ['inLow', 'inPregnancyRange']],
    [3.9, ['inTarget', 'inTightRange', 'inPregnancyRange']],
    [7.8, ['inTarget', 'inTightRange', 'inPregnancyRange']],
    [7.80001, ['inTarget']],
    [10, ['inTarget']],
    [10.00001, ['inHigh']],
    [13.9, ['inHigh']],
    [13.90001, ['inVeryHigh']],
  ])('put %d mmol/L where they say', async (value, ranges) => {
    const person = await newPerson(server);
    const time = recentHour();
    await uploadedReadings(person, [
      { type: 'cbg', units: 'mmol/L', time: iso(time), value, sampleInterval: 5 * minute },
    ]);
    const found = await statistics(server, person, { from: time, to: time + hour }, {}, fields);
    expect(names.filter((each) => found[each].records === 1)).toEqual(ranges);
  });

  it('are those of the targets asked for', async () => {
    const person = await newPerson(server);
    const time = recentHour();
    const values = [60, 65, 135, 150, 190];
    await uploadedReadings(
      person,
      values.map((mgdL, index) => sent({ time: time + index * 5 * minute, mgdL, minutes: 5 })),
    );
    const range = { from: time, to: time + hour };
    const records = async (targets?: object) => {
      const {
        low,
        high,
        below,
        within: inside,
        above,
      } = (await statistics(server, person, range, { targets }, fields)).targets;
      return [low, high, below.records, inside.records, above.records];
    };
    expect(await records()).toEqual([3.9, 10, 2, 2, 1]);
    expect(await records({ preset: 'STANDARD' })).toEqual([3.9, 10, 2, 2, 1]);
    expect(await records({ preset: 'PREGNANCY_TYPE1' })).toEqual([3.5, 7.8, 1, 2, 2]);
    expect(await records({ low: 3.3, high: 8.4 })).toEqual([3.3, 8.4, 0, 4, 1]);
    expect(await records({ low: 65, high: 135, units: 'MG_DL' })).toEqual([
      storedMmolL(65),
      storedMmolL(135),
      ...[1, 2, 2],
    ]);
  });

  const standard = { withinTargets: 0.7, belowTargets: 0.04, aboveTargets: 0.25, inVeryLow: 0.01 };
  const goalsOfGroups = {
    STANDARD: { ...standard, inVeryHigh: 0.05 },
    HIGH_RISK: {
      ...{ withinTargets: 0.5, belowTargets: 0.01, aboveTargets: null, inVeryLow: null, inVeryHigh: 0.1 },
    },
    PREGNANCY_TYPE1: { ...standard, inVeryHigh: null },
    PREGNANCY_TYPE2: null,
  };

  it.each([
    ['nearly always within', { 130: 97, 60: 3 }, [true, false, true]],
    ['exactly the goal within', { 130: 70, 60: 1, 190: 24, 260: 4, 200: 1 }, [false, false, false]],
    ['less than a quarter above', { 130: 76, 190: 20, 260: 4 }, [true, true, true]],
    ['a quarter above', { 130: 75, 190: 21, 260: 4 }, [false, true, false]],
    ['half within', { 130: 50, 190: 41, 260: 9 }, [false, true, false]],
    ['less than half within', { 130: 49, 190: 42, 260: 9 }, [false, false, false]],
    ['a tenth very high', { 130: 80, 190: 10, 260: 10 }, [false, false, true]],
    ['one in a hundred low', { 130: 99, 69: 1 }, [true, false, true]],
    ['one in a hundred very low', { 130: 99, 50: 1 }, [false, false, false]],
    ['four in a hundred low', { 130: 96, 60: 4 }, [false, false, false]],
    ['mostly between the upper limits', { 130: 60, 170: 40 }, [true, true, false]],
  ])('meet the goals of groups with %s', async (_case, counts, met) => {
    const person = await newPerson(server);
    const time = recentHour() - 9 * hour;
    const values = Object.entries(counts).flatMap(([mgdL, count]) =>
      Array.from({ length: count }, () => Number(mgdL)),
    );
    await uploadedReadings(
      person,
      values.map((mgdL, index) => sent({ time: time + index * 5 * minute, mgdL, minutes: 5 })),
    );
    const selected = `targets { meetsGoals goals { withinTargets belowTargets aboveTargets inVeryLow inVeryHigh } }`;
    const ask = async (targets?: object, from = time) =>
      (await statistics(server, person, { from, to: from + 9 * hour }, { targets }, selected)).targets;
    const [groups, verdicts] = [Object.keys(goalsOfGroups), [...met, null]];
    for (const [index, group] of groups.entries())
      expect(await ask({ preset: group })).toEqual({
        goals: goalsOfGroups[group as keyof typeof goalsOfGroups],
        meetsGoals: verdicts[index],
      });
    expect(await ask()).toEqual({ goals: goalsOfGroups.STANDARD, meetsGoals: met[0] });
    expect(await ask({ low: 3.9, high: 10 })).toEqual({ goals: null, meetsGoals: null });
    expect(await ask(undefined, time - day)).toMatchObject({ meetsGoals: null });
  });

  it('are those that the clinic has set for each patient', async () => {
    const clinic = await newClinic(server);
    const preset = (name: string) => ({ glycemicRanges: { type: 'preset', preset: name } });
    const thresholds = [54, 70, 180, 250].map((value) => ({
      ...{ name: `${value}`, upperBound: { value, units: 'mg/dL' } },
    }));
    await newPatient(server, clinic, { fullName: 'A', ...preset('adaPregnancyType2') });
    await newPatient(server, clinic, { fullName: 'B' });
    await newPatient(server, clinic, {
      ...{ fullName: 'C', glycemicRanges: { type: 'custom', custom: { name: 'c', thresholds } } },
    });
    const { userId, token } = clinic.admin;
    const time = recentHour();
    const range = `from: "${iso(time)}", to: "${iso(time + hour)}", targets: $targets`;
    const query = `query ($id: ID!, $userId: ID!, $targets: GlucoseTargetsInput) {
      clinic(id: $id) { patients { edges { node { glucoseStatistics(${range}) { targets { low high } } } } } }
      user(id: $userId) { glucoseStatistics(${range}) { targets { low high } } } }`;
    const send = async (targets: object) =>
      (await api(server).graph(query, { token, variables: { id: clinic.id, userId, targets } })).body;
    const { data, errors } = await send({ setByClinic: true });
    const shown = data.clinic.patients.edges.map(
      ({ node }: { node: { glucoseStatistics: { targets: object } | null } }) =>
        node.glucoseStatistics?.targets,
    );
    expect(shown).toEqual([{ low: 3.5, high: 7.8 }, { low: 3.9, high: 10 }, undefined]);
    expect(data.user.glucoseStatistics).toBeNull();
    const messages = errors.map(({ message }: { message: string }) => message).toSorted();
    expect(messages).toEqual([
      '"setByClinic" is for patients of a clinic.',
      expect.stringContaining('The clinic has set custom ranges for this patient'),
    ]);
    const both = await send({ setByClinic: true, preset: 'STANDARD' });
    expect(both.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

it('shows glucose in the units asked for', async () => {
  const person = await newPerson(server);
  const time = recentHour();
  await uploadedReadings(
    person,
    [100, 151].map((mgdL, index) => sent({ time: time + index * 5 * minute, mgdL, minutes: 5 })),
  );
  const fields = `units mean standardDeviation min max coefficientOfVariation targets { low high }
    byHour { mean max } trend(from: "2024-01-01T00:00:00Z", to: "2024-01-02T00:00:00Z") { mean }`;
  const found = await statistics(
    server,
    person,
    { from: time, to: time + hour },
    { units: 'MG_DL', timezone: 'UTC' },
    fields,
  );
  expect(found).toMatchObject({
    units: 'MG_DL',
    mean: expect.closeTo(125.5, 3) as number,
    standardDeviation: expect.closeTo(25.5, 3) as number,
    coefficientOfVariation: expect.closeTo(25.5 / 125.5, 5) as number,
    ...{ min: 100, max: 151, trend: { mean: null } },
    // 3.9 mmol/L, which is not a whole number of mg/dL.
    targets: { low: expect.closeTo(70.26, 2) as number, high: expect.closeTo(180.16, 2) as number },
  });
  const at = new Date(time).getUTCHours();
  expect(found.byHour[at]).toEqual({ mean: expect.closeTo(125.5, 3) as number, max: 151 });
});

it('refuses what cannot be meant, with a sentence', async () => {
  const person = await newPerson(server);
  const [from, to] = [Date.now() - day, Date.now()];
  const refused = async (range: Range, variables: object, fields = 'records') => {
    const { body } = await asked(server, person, range, variables, fields);
    expect(body.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    return body.errors[0].message;
  };
  expect(await refused({ from: to, to }, {})).toContain('"from" must be earlier than "to"');
  expect(await refused({ from: to, to: from }, {})).toContain('"from" must be earlier than "to"');
  expect(await refused({ from: to - 367 * day, to }, {})).toContain('366 days');
  expect(await refused({ from, to }, { timezone: 'Mars' })).toContain('time zone');
  const targets = async (input: object) => refused({ from, to }, { targets: input });
  expect(await targets({ low: 5 })).toContain('either');
  expect(await targets({ preset: 'STANDARD', low: 5, high: 6 })).toContain('either');
  expect(await targets({ low: 6, high: 5 })).toContain('"low"');
  expect(await targets({ low: 5, high: 5 })).toContain('"low"');
  expect(await targets({ low: 0, high: 5 })).toContain('"low"');
  const trend = `trend(from: "${iso(to)}", to: "${iso(from)}") { mean }`;
  expect(await refused({ from, to }, {}, trend)).toContain('"from" must be earlier than "to"');
});

it('answers for the last 366 days', async () => {
  const person = await newPerson(server);
  const to = Date.now();
  const { data } = accepted(await asked(server, person, { from: to - 366 * day, to }, {}, 'records'));
  expect(data.user.glucoseStatistics).toEqual({ records: 0 });
});

it('tells clinics of their patients, and nobody else', async () => {
  const clinic = await newClinic(server);
  const { id: userId } = await newPatient(server, clinic);
  const stranger = await newPerson(server);
  const query = `query ($clinicId: ID!, $id: ID!) { patient(clinicId: $clinicId, userId: $id) {
    glucoseStatistics(from: "2026-01-01T00:00:00Z", to: "2026-01-15T00:00:00Z") { userId records } } }`;
  const variables = { clinicId: clinic.id, id: userId };
  const seen = accepted(await api(server).graph(query, { token: clinic.admin.token, variables }));
  expect(seen.data.patient.glucoseStatistics).toEqual({ userId, records: 0 });
  const own = `query ($id: ID!) { user(id: $id) { glucoseStatistics(from: "2026-01-01T00:00:00Z", to: "2026-01-15T00:00:00Z") { records } } }`;
  const { body } = await api(server).graph(own, { token: stranger.token, variables: { id: userId } });
  expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
});
