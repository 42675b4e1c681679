import { api, type Json } from '../../../support/api';
import {
  accepted,
  newClinic,
  newClinician,
  newLabels,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const day = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();

interface Practice extends TestClinic {
  tags: Record<string, string>;
}

const shares = [0.5, 0.02, 0.3];

/** A clinic with three patients of tag `a`, the first of them with `b` as well, and one without data. */
async function newPractice(): Promise<Practice> {
  const clinic = await newClinic(server);
  const tags = await newLabels(server, clinic, 'patient_tags', ['a', 'b']);
  for (const [index, timeInVeryLowPercent] of shares.entries()) {
    const { id } = await newPatient(server, clinic, { tags: index === 0 ? [tags.a, tags.b] : [tags.a] });
    const periods = { '7d': periodWith('cgm', { timeInVeryLowPercent, timeInTargetPercent: 0.1 }) };
    await tellSummary(server, id, { cgmStats: statsWith(periods, { lastData: ago(1) }) });
  }
  await newPatient(server, clinic, { tags: [tags.a] });
  return { ...clinic, tags };
}

let practices: [Practice, Practice];
let token: string;
beforeAll(async () => {
  practices = [await newPractice(), await newPractice()];
  // The administrator of one is a member of the other.
  const [{ admin }, other] = practices;
  ({ token } = await newClinician(server, other, ['CLINIC_MEMBER'], admin));
});

const category = 'name patients { fullName timeInVeryLow tags { name } }';

/** The input of a report of a practice, as text of the graph. */
const input = (tagIds: (string | undefined)[], more = ''): string =>
  `{ period: DAYS_7, tagIds: ${JSON.stringify(tagIds)}, lastDataCutoff: "${ago(2)}" ${more} }`;

async function ask(fields: string): Promise<Json> {
  return accepted(await graph(`{ ${fields} }`, { token })).data;
}

it('reports of several clinics, and several of one, are those that are asked for one by one', async () => {
  const inputs = practices.flatMap(({ id, tags }) =>
    [
      input([tags.a]),
      input([tags.b]),
      input([tags.a, tags.b], 'excludeNoData: true'),
      input([tags.a], 'categories: [TIME_IN_TARGET_PERCENT, TIME_IN_VERY_LOW_PERCENT]'),
      input([tags.a], 'categories: []'),
      input(Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(24, '0'))),
    ].map((each) => [id, each] as const),
  );
  const fields = inputs.map(
    ([id, each], index) =>
      `r${index}: clinic(id: "${id}") { tideReport(input: ${each}) { categories { ${category} } } }`,
  );
  const together = await ask(fields.join(' '));
  const apart = await Promise.all(fields.map((field) => ask(field)));
  expect(together).toEqual(Object.assign({}, ...apart));
  const counts = Object.values<Json>(together).map(({ tideReport }) =>
    tideReport.categories.map(({ patients }: Json) => patients.length),
  );
  const one = [
    [3, 0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0],
    [3, 0, 1],
    [1],
    [0, 0, 0, 0, 0, 0, 0, 0],
  ];
  expect(counts).toEqual([...one, ...one]);
  const [worst] = together.r0.tideReport.categories;
  expect(worst.patients.map(({ timeInVeryLow }: Json) => timeInVeryLow)).toEqual([0.5, 0.3, 0.02]);
  expect(worst.patients[0].tags).toEqual([{ name: 'a' }, { name: 'b' }]);
});

it('a report that is refused does not cost the others', async () => {
  const [{ id, tags }] = practices;
  const report = (text: string) => `tideReport(input: ${text}) { categories { name } }`;
  const query = `{ clinic(id: "${id}") { good: ${report(input([tags.a]))} bad: ${report(input([]))} } }`;
  const { body } = await graph(query, { token });
  expect(body.data.clinic).toEqual({ good: { categories: expect.any(Array) }, bad: null });
  expect(body.errors).toEqual([
    expect.objectContaining({
      path: ['clinic', 'bad'],
      extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
    }),
  ]);
});
