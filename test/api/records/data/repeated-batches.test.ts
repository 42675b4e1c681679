import fc from 'fast-check';
import type { Json } from '../../../support/api';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, decision, food, wizard, type SentRecord } from '../../../support/records';
import { runs } from '../../../support/runs';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const ids = ['a'.repeat(32), 'b'.repeat(32)];
const times = fc.constantFrom(at(0), at(1));
const amounts = fc.integer({ min: 1, max: 3 });
const named = fc.record({ id: fc.option(fc.constantFrom(...ids), { nil: undefined }), time: times });

const given = fc
  .tuple(named, amounts)
  .map(([fields, normal]) => bolus({ deviceId: 'device', normal, ...fields }));

const embedded = fc.option(
  amounts.map((normal) => bolus({ deviceId: 'device', normal })),
  { nil: undefined },
);

/** Records of few ids, times and values, so that many are alike. */
const record: fc.Arbitrary<SentRecord> = fc.oneof(
  given,
  fc.tuple(named, amounts).map(([fields, value]) => cbg({ value, ...fields })),
  fc.tuple(named, amounts).map(([fields, amount]) => food({ name: `meal ${amount}`, ...fields })),
  named.map((fields) => ({ ...decision('normalBolus'), ...fields })),
  fc.tuple(named, embedded).map(([fields, inner]) => wizard({ bolus: inner, ...fields })),
);

const origin = fc.record(
  { id: fc.constantFrom('x', 'y'), time: fc.constantFrom(at(0), at(1), at(2)) },
  { requiredKeys: ['id'] },
);

/** A batch; with `withOrigin`, each record has an origin, and so have some of those within them. */
function batches(withOrigin: boolean): fc.Arbitrary<SentRecord[]> {
  const placed = record.map((fields): SentRecord => ({ deviceId: 'device', ...fields }));
  const sent = withOrigin
    ? fc.tuple(placed, origin, fc.option(origin)).map(([fields, outer, inner]) => ({
        ...fields,
        origin: outer,
        ...(fields.bolus && inner ? { bolus: { ...fields.bolus, origin: inner } } : {}),
      }))
    : placed;
  return fc.array(sent, { minLength: 1, maxLength: 4 });
}

/** What readers see, without what differs between two uploads of the same record; a link as what it leads to. */
function shown(records: readonly Json[]): string[] {
  const byId = new Map(records.map((each) => [each.id, each]));
  const facts = (each: Json): Json => {
    const { id: _id, bolus: link, ...rest } = each;
    return link === undefined ? rest : { ...rest, bolus: facts(byId.get(link) ?? { isDangling: true }) };
  };
  return records.map((each) => JSON.stringify(facts(each))).sort();
}

describe.each([
  { name: 'dataset.delete.origin', withOrigin: true },
  { name: 'dataset.delete.origin.older', withOrigin: true },
  { name: 'dataset.drop.hash', withOrigin: false },
  { name: 'device.deactivate.hash', withOrigin: false },
])('any batch that is repeated, with $name', ({ name, withOrigin }) => {
  const opened = (person: Person, dataSetType: string) =>
    person.opened({ dataSetType, deviceId: 'device', deduplicator: deduplicator(name) });

  const check = (
    act: (person: Person, earlier: SentRecord[], batch: SentRecord[]) => Promise<[Json[], Json[]]>,
  ) =>
    fc.assert(
      fc.asyncProperty(batches(withOrigin), batches(withOrigin), async (earlier, batch) => {
        const [once, twice] = await act(person, earlier, batch);
        expect(shown(twice)).toEqual(shown(once));
      }),
      { numRuns: runs(server.dialect === 'sqlite' ? 25 : 10, 400) },
    );

  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
  });

  it('changes nothing visible in a continuous data set', () =>
    check(async (who, earlier, batch) => {
      const dataSetId = await opened(who, 'continuous');
      const records = () => who.records(`uploadId=${dataSetId}`);
      for (const each of [earlier, batch]) await who.uploaded(dataSetId, each);
      const once = await records();
      await who.uploaded(dataSetId, batch);
      return [once, await records()];
    }));

  it('changes nothing that a normal data set shows once it is closed', () =>
    check(async (who, earlier, batch) => {
      const show = async (sent: SentRecord[][]) => {
        const dataSetId = await opened(who, 'normal');
        for (const each of sent) await who.uploaded(dataSetId, each);
        await who.closed(dataSetId);
        const records = await who.records(`uploadId=${dataSetId}`);
        return records
          .filter(({ type }) => type !== 'upload')
          .map(({ uploadId: _dataSet, deduplicator: _hash, ...rest }) => rest);
      };
      return [await show([earlier, batch]), await show([earlier, batch, batch])];
    }));
});
