import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { changedBody } from '../../../support/changed-bodies';
import {
  announcement,
  legacyBasal,
  legacyBolus,
  legacyCbg,
  resumption,
  suspension,
} from '../../../support/legacy-records';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { cbg, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { exampleRecord, uploadableTypes } from '../../../unit/records/data/record-types/example-records';
import { runs } from '../../../support/runs';

const server = serverUnderTest();
const { call } = api(server);

/** Requests sent concurrently. */
const atOnce = 25;
/** Fewer on MySQL: the dialects matter little for bodies, and it is slower. */
const bodies = server.dialect === 'sqlite' ? runs(1_500, 10_000) : runs(500, 1_500);

/** Last item of every array, so that no random change makes a body valid. */
const neverRight = { type: 'nothing', time: 5 };

const examples = uploadableTypes.map((type) => exampleRecord(type));
const legacyRecords = [
  announcement(),
  legacyCbg({ extra: { deep: [1] } }),
  legacyBasal({ previous: legacyBasal({ time: '2024-05-05T23:00:00Z' }) }),
  legacyBolus({ previous: 'nobody' }),
  suspension(),
  resumption({ previous: suspension() }),
  legacyCbg({ type: 'wizard', bolus: legacyBolus(), bgTarget: { target: 5 } }),
  legacyCbg({ type: 'note', text: 'x', creatorId: 'y', reference: 'nobody' }),
];

interface Sending {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: string;
  raw: fc.Arbitrary<Buffer>;
}

const changedElement = (elements: readonly object[]): fc.Arbitrary<Buffer> =>
  fc.constantFrom(...elements).chain((element) => changedBody([element, neverRight]));

/** All endpoints that accept data, and nearly valid bodies for them. */
async function sendings({ userId, token, ...person }: Person): Promise<Sending[]> {
  const serverToken = await newServerToken(server);
  const names = ['none', 'dataset.delete.origin', 'dataset.delete.origin.older', 'dataset.drop.hash'];
  const dataSets = await Promise.all(
    names.map((name) => person.openedContinuous({ deduplicator: deduplicator(name) })),
  );
  const readOut = await person.opened({
    deviceId: 'd',
    deduplicator: deduplicator('device.deactivate.hash'),
  });
  for (const dataSetId of [...dataSets, readOut]) {
    await person.uploaded(dataSetId, [
      cbg({ deviceId: 'd', origin: { id: 'o' } }),
      wizard({ deviceId: 'd' }),
    ]);
  }
  await person.uploadedLegacy([legacyBasal(), suspension()]);
  const [first = ''] = dataSets;
  const uploads = [...dataSets, readOut].map((dataSetId) => ({
    ...{ method: 'POST', path: `/v1/data_sets/${dataSetId}/data`, token },
    raw: changedElement(examples),
  }));
  const selectors = [{ id: 'a'.repeat(32) }, { origin: { id: 'o' } }, { deduplicator: { hash: 'h' } }];
  return [
    ...uploads,
    { method: 'POST', path: `/data/${userId}`, token, raw: changedElement(legacyRecords) },
    { method: 'DELETE', path: `/v1/data_sets/${first}/data`, token, raw: changedElement(selectors) },
    {
      ...{ method: 'POST', path: `/v1/users/${userId}/data_sets`, token },
      raw: changedBody({
        nothing: 1,
        deviceId: 'd',
        client: { name: 'a', private: { x: [1] } },
        timezone: 'UTC',
      }),
    },
    {
      ...{ method: 'PUT', path: `/v1/data_sets/${first}`, token: serverToken },
      raw: changedBody({ nothing: 1, deviceModel: 'x', time: '2024-05-06T00:00:00Z', state: 'closed' }),
    },
  ] as Sending[];
}

describe('nearly valid bodies', () => {
  it(`are refused, ${bodies} of them, and change nothing`, async () => {
    const person = await newPerson(server);
    const routes = await sendings(person);
    const before = await person.read();
    const oneBody = fc
      .constantFrom(...routes)
      .chain(({ raw, ...route }) => raw.map((changed) => ({ ...route, raw: changed })))
      .filter(({ raw }) => isRefusable(raw));
    await fc.assert(
      fc.asyncProperty(fc.array(oneBody, { minLength: atOnce, maxLength: atOnce }), async (sent) => {
        // Generating bodies takes a while, so closed connections have to be noticed first.
        await setImmediate();
        const answers = await Promise.all(
          sent.map(({ method, path, ...options }) => call(method, path, options)),
        );
        expect(answers.filter(({ status }) => status !== 400 && status !== 413)).toEqual([]);
        for (const { status, body } of answers) {
          expect(body).toMatchObject({ code: status, message: expect.any(String) });
          expect(body.errors.length).toBeGreaterThan(0);
        }
        expect((await person.read()).text).toBe(before.text);
      }),
      { numRuns: bodies / atOnce, endOnFailure: true },
    );
  });
});

/** A change may have removed what makes a body certainly invalid. */
function isRefusable(raw: Buffer): boolean {
  const text = raw.toString();
  try {
    const body = JSON.parse(text);
    return Array.isArray(body)
      ? body.some((element) => element?.type === neverRight.type && element.time === neverRight.time)
      : body !== null && (typeof body !== 'object' || 'nothing' in body);
  } catch {
    return true;
  }
}
