import fc from 'fast-check';
import { figureColumns, toFigures, type StoredFigures } from '../../../../src/records/data/glucose-figures';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

/** Legacy records may have members of any type. */
const content = fc.record(
  {
    payload: fc.jsonValue(),
    value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.jsonValue({ maxDepth: 1 })),
    timezone: fc.oneof(fc.constant('Europe/Vienna'), fc.string(), fc.jsonValue({ maxDepth: 1 })),
    sampleInterval: fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);

const upTo = (limit: number, value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) <= limit ? value : undefined;

test('the figures that the database takes out of the text of a record are those of the record', async () => {
  const { dialect, plain } = own.database;
  const made = 'SELECT ? AS content, ? AS device_id, ? AS sample_interval';
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      async (of, interval) => {
        const text = JSON.stringify(of);
        const rows = await plain.rows<object>(`SELECT ${figureColumns(dialect)} FROM (${made}) records`, [
          text,
          'a device',
          interval,
        ]);
        const stored = JSON.parse(text) as Record<string, unknown>;
        expect(toFigures(Object.values(rows[0] ?? {}) as StoredFigures)).toEqual({
          value: upTo(1_000_000, stored.value) ?? NaN,
          deviceId: 'a device',
          timezone: typeof stored.timezone === 'string' ? stored.timezone : undefined,
          sampleInterval: upTo(86_400_000, interval ?? stored.sampleInterval),
        });
      },
    ),
    { numRuns: 300 },
  );
});
