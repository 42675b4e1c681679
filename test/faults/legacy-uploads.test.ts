import { legacyBasal, legacyBolus, legacyCbg, resumption, suspension } from '../support/legacy-records';
import { ownDatabases } from '../support/own-databases';
import { newPerson } from '../support/person';
import { at, type SentRecord } from '../support/records';
import { loadDuring } from '../support/server-load';
import { startServer } from '../support/server-process';

/** How many times longer than with unrelated records others may wait; test machines are busy. */
const tolerance = 10;

const many = (count: number, record: (index: number) => SentRecord): SentRecord[] =>
  Array.from({ length: count }, (_, index) => record(index));

const large = legacyBolus({ id: 'large', payload: { text: 'x'.repeat(1_500_000) } });
const reasons = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 0]));
const wide = legacyBolus({ id: 'wide', ...reasons });

/** Batches near the largest body, and how many records they add. */
const batches: [string, SentRecord[], number][] = [
  ['basals of one pump', many(10_000, (index) => legacyBasal({ time: at(index), uploadId: 'u' })), 10_000],
  [
    'basals of one pump, newest first',
    many(10_000, (index) => legacyBasal({ time: at(-index), uploadId: 'u' })),
    10_000,
  ],
  [
    'boluses that change one with a large payload',
    [
      large,
      ...many(5_000, (index) => legacyBolus({ normal: index, time: at(index + 1), previous: 'large' })),
    ],
    1,
  ],
  [
    'boluses that change one with many fields',
    [wide, ...many(5_000, (index) => legacyBolus({ normal: index, time: at(index + 1), previous: 'wide' }))],
    1,
  ],
  [
    'resumptions after one suspension',
    [
      suspension({ id: 'one' }),
      ...many(5_000, (index) => resumption({ time: at(index + 1), previous: 'one', payload: { index } })),
    ],
    1,
  ],
  [
    'readings of many uploads',
    many(12_000, (index) => legacyCbg({ time: at(index), uploadId: `u${index}` })),
    12_000,
  ],
];

describe.each(ownDatabases)('on %s,', (_dialect, onDatabase) => {
  it('no upload in legacy format keeps others waiting, whatever its records have to do with each other', () =>
    onDatabase(async (url) => {
      const server = await startServer(url === undefined ? {} : { DATABASE_URL: url });
      const unrelated = many(10_000, (index) => legacyCbg({ time: at(index) }));
      const { longestSilence: usual } = await loadDuring(server, async () =>
        (await newPerson(server)).uploadLegacy(unrelated),
      );
      const found = [];
      for (const [name, batch] of batches) {
        const person = await newPerson(server);
        const { result, longestSilence } = await loadDuring(server, () => person.uploadLegacy(batch));
        const stored = await person.records();
        found.push({
          name,
          status: result.status,
          isBearable: longestSilence / usual < tolerance,
          count: stored.length,
        });
      }
      expect(found).toEqual(
        batches.map(([name, , count]) => ({ name, status: 200, isBearable: true, count })),
      );
      await server.close();
    }));
});
