import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import {
  claimed,
  newPractice,
  prescribed,
  revise,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, patch } = api(server);

let practice: Practice;
/** In the order of their last change. */
let written: Json[];
let patient: Json;
let ownPath: string;

/** Claims two prescriptions and activates the second. */
async function claimTwo() {
  const first = await claimed(server, practice);
  const second = await claimed(server, practice, first.patient);
  const { token, userId } = first.patient;
  const path = `/v1/patients/${userId}/prescriptions/${second.prescription.id}`;
  const { body: active } = await patch(path, { token, body: { state: 'active' } });
  return { patient: first.patient, first: first.prescription, active };
}

beforeAll(async () => {
  practice = await newPractice(server);
  const draft = await prescribed(server, practice, { state: 'draft', email: 'one+1@example.org' });
  const pending = await prescribed(server, practice, { state: 'pending', email: 'One+1@example.org' });
  const submitted = await prescribed(server, practice);
  const { first, active, ...claims } = await claimTwo();
  ({ patient } = claims);
  ownPath = `/v1/patients/${patient.userId}/prescriptions`;
  const changed = { state: 'draft', email: 'two@example.org' };
  const { body: revised } = await revise(server, practice, practice.member, draft.id, changed);
  written = [pending, submitted, first, active, revised];
});

const listed = async (query: string): Promise<string[]> => {
  const { status, body } = await get(`${practice.path}?${query}`, { token: practice.member.token });
  expect([query, status]).toEqual([query, 200]);
  return body.map(({ id }: Json) => id);
};
const ids = (...indexes: number[]): string[] => indexes.map((index) => written[index].id);
const changed = (index: number): number => Date.parse(written[index].modifiedTime);
const made = (index: number): number => Date.parse(written[index].createdTime);
const text = (time: number): string => new Date(time).toISOString();

it('a list of a clinic contains everything, last modified first', async () => {
  for (const token of [practice.prescriber.token, await newServerToken(server)]) {
    const { status, body } = await get(practice.path, { token });
    expect([status, body]).toEqual([200, [...written].reverse()]);
  }
  const empty = await newPractice(server);
  expect((await get(empty.path, { token: empty.member.token })).body).toEqual([]);
});

it('a list can be filtered by everything at once', async () => {
  const states = [
    ['draft', ids(4)],
    ['pending', ids(0)],
    ['submitted', ids(1)],
    ['claimed', ids(2)],
    ['active', ids(3)],
    ['inactive', []],
    ['expired', []],
  ] as const;
  for (const [state, expected] of states) expect(await listed(`state=${state}`)).toEqual(expected);
  expect(await listed(`id=${written[1].id}`)).toEqual(ids(1));
  expect(await listed(`id=${'e'.repeat(24)}`)).toEqual([]);
  expect(await listed(`patientUserId=${patient.userId}`)).toEqual(ids(3, 2));
  expect(await listed(`patientUserId=${patient.userId}&state=claimed`)).toEqual(ids(2));
  // The address of the latest revision, exact match.
  expect(await listed('patientEmail=One%2B1@example.org')).toEqual(ids(0));
  expect(await listed('patientEmail=One+1@example.org')).toEqual(ids(0));
  expect(await listed('patientEmail=one%2B1@example.org')).toEqual([]);
  expect(await listed('patientEmail=two@example.org')).toEqual(ids(4));
});

it('time ranges include their start and exclude their end, in any zone', async () => {
  const all = written.map((_, index) => index).reverse();
  const from = (bound: number, of: (index: number) => number) =>
    ids(...all.filter((index) => of(index) >= bound));
  const to = (bound: number, of: (index: number) => number) =>
    ids(...all.filter((index) => of(index) < bound));
  for (const index of [0, 2, 4]) {
    const [change, creation] = [changed(index), made(index)];
    expect(await listed(`modifiedAfter=${text(change)}`)).toEqual(from(change, changed));
    expect(await listed(`modifiedBefore=${text(change)}`)).toEqual(to(change, changed));
    expect(await listed(`createdAfter=${text(creation)}`)).toEqual(from(creation, made));
    expect(await listed(`createdBefore=${text(creation)}`)).toEqual(to(creation, made));
  }
  const between = `createdAfter=${text(made(1))}&createdBefore=${text(made(1) + 1)}`;
  expect(await listed(between)).toContain(written[1].id);
  const zoned = text(changed(2) + 2 * 3_600_000).replace('Z', '+02:00');
  expect(await listed(`modifiedAfter=${zoned}`)).toEqual(from(changed(2), changed));
});

it('a list is paged', async () => {
  expect(await listed('size=2')).toEqual(ids(4, 3));
  expect(await listed('size=2&page=1')).toEqual(ids(2, 1));
  expect(await listed('size=2&page=2')).toEqual(ids(0));
  expect(await listed('size=2&page=3')).toEqual([]);
  expect(await listed('size=1000&page=999999999999999')).toEqual([]);
  expect(await listed('size=1000')).toHaveLength(5);
});

const wrong = [
  'state=nonsense',
  'state=',
  'id=nonsense',
  `id=${'E'.repeat(24)}`,
  'id=',
  'createdAfter=yesterday',
  'createdBefore=2024-05-06',
  'modifiedAfter=',
  'modifiedBefore=1715000000000',
  'size=0',
  'size=1001',
  'size=ten',
  'page=-1',
  'foo=1',
  'state=draft&state=pending',
  'size=1&size=1',
];

it('errors in a query name the parameter', async () => {
  const ofClinic = [
    ...wrong,
    'patientUserId=nonsense',
    'patientUserId=',
    'patientEmail=nonsense',
    'patientEmail=',
  ];
  for (const query of ofClinic) {
    const answer = await get(`${practice.path}?${query}`, { token: practice.member.token });
    expect([query, answer.status]).toEqual([query, 400]);
    expect(formatFindings(answer)[0]).toMatch(new RegExp(` ${query.split('=')[0]}$`));
  }
  const ofPatient = [
    ...wrong,
    'patientEmail=two@example.org',
    `patientUserId=${patient.userId}`,
    ...['draft', 'pending', 'expired'].map((state) => `state=${state}`),
  ];
  for (const query of ofPatient) {
    const answer = await get(`${ownPath}?${query}`, { token: patient.token });
    expect([query, answer.status]).toEqual([query, 400]);
  }
});

it('a patient sees their claimed prescriptions, and can filter by id, state and time', async () => {
  const own = async (query = ''): Promise<string[]> =>
    (await get(`${ownPath}?${query}`, { token: patient.token })).body.map(({ id }: Json) => id);
  expect(await own()).toEqual(ids(3, 2));
  expect(await own('state=active')).toEqual(ids(3));
  expect(await own('state=claimed')).toEqual(ids(2));
  expect(await own('state=submitted')).toEqual([]);
  expect(await own(`id=${written[2].id}`)).toEqual(ids(2));
  expect(await own(`id=${written[1].id}`)).toEqual([]);
  expect(await own('size=1&page=1')).toEqual(ids(2));
  expect(await own(`modifiedBefore=${text(changed(3))}&createdAfter=${text(made(2))}`)).toEqual(
    changed(2) < changed(3) ? ids(2) : [],
  );
});

it('prescriptions in a list are complete', async () => {
  const { body } = await get(`${practice.path}?state=submitted`, { token: practice.member.token });
  const { createdTime, createdUserId, ...attributes } = body[0].latestRevision.attributes;
  expect(attributes).toEqual(wholeAttributes());
  expect([createdTime, createdUserId]).toEqual([body[0].createdTime, practice.prescriber.userId]);
});
