import { demoPeople } from '../../../src/demo/people';
import type { WireRecord } from '../../../src/demo/wire-records';
import { dayMs, from, instantOf, peopleWith, recordsOf } from './collect-records';

const days = 14;
const named = (therapy: Parameters<typeof peopleWith>[0]) =>
  peopleWith(therapy).map((person) => [person.key, person] as const);
const everybody = demoPeople.map((person) => [person.key, person] as const);
const onPumps = [...named('closed-loop'), ...named('pump')];

const kinds = (records: readonly WireRecord[], field: string): Set<unknown> =>
  new Set(records.map((record) => record[field]));

const isDose = (value: unknown): boolean => Number(value) > 0 && Number(value) <= 100;

function isPossible({ subType, normal, expectedNormal, extended, duration }: WireRecord): boolean {
  if (expectedNormal !== undefined && !(Number(expectedNormal) > Number(normal))) return false;
  const isExtended = isDose(extended) && Number(duration) > 0;
  if (subType === 'square') return isExtended && normal === undefined;
  if (subType === 'dual/square') return isExtended && isDose(normal);
  return isDose(normal) && extended === undefined && duration === undefined;
}

describe('basal insulin', () => {
  it.each(onPumps)('of %s covers all time without overlap', (_, person) => {
    const basal = recordsOf(person, { days }, ['basal']);
    const ends = basal.map((record) => instantOf(record) + Number(record.duration));
    expect(basal.map(instantOf)).toEqual([from.getTime(), ...ends.slice(0, -1)]);
    expect(ends.at(-1)).toBe(from.getTime() + days * dayMs);
    expect(basal.filter(({ duration }) => !(Number(duration) > 0))).toEqual([]);
  });

  it.each(onPumps)('of %s has a valid rate unless it is suspended', (_, person) => {
    const wrong = recordsOf(person, { days }, ['basal']).filter(({ deliveryType, rate }) =>
      deliveryType === 'suspend' ? rate !== undefined : !(Number(rate) >= 0 && Number(rate) < 20),
    );
    expect(wrong).toEqual([]);
  });

  it.each(onPumps)('of %s names what it replaces', (_, person) => {
    const wrong = recordsOf(person, { days }, ['basal']).filter((record) => {
      const { deliveryType, scheduleName, suppressed, percent } = record;
      if ((percent !== undefined) !== (deliveryType === 'temp')) return true;
      if (deliveryType === 'scheduled') return scheduleName !== 'Standard' || suppressed !== undefined;
      const replaced = suppressed as WireRecord | undefined;
      return replaced?.deliveryType !== 'scheduled' || typeof replaced.rate !== 'number';
    });
    expect(wrong).toEqual([]);
  });

  it.each(named('closed-loop'))('of %s is automated, and scheduled during sensor gaps', (_, person) => {
    const basal = recordsOf(person, { days }, ['basal']);
    expect(kinds(basal, 'deliveryType')).toEqual(new Set(['automated', 'scheduled', 'suspend']));
    const automated = basal.filter(({ deliveryType }) => deliveryType === 'automated');
    const time = automated.reduce((sum, { duration }) => sum + Number(duration), 0);
    expect(time / (days * dayMs)).toBeGreaterThan(0.9);
  });

  it.each(named('pump'))('of %s is scheduled, with temporary rates and suspensions', (_, person) => {
    const basal = recordsOf(person, { days }, ['basal']);
    expect(kinds(basal, 'deliveryType')).toEqual(new Set(['scheduled', 'suspend', 'temp']));
  });

  it.each(named('injections'))('of %s is not recorded by a pump', (_, person) => {
    expect(recordsOf(person, { days }, ['basal'])).toEqual([]);
  });
});

describe('boluses', () => {
  it.each(everybody)('of %s are within the limits of pumps and pens', (_, person) => {
    const boluses = recordsOf(person, { days }, ['bolus']);
    expect(boluses.length).toBeGreaterThan(days);
    expect(boluses.filter((bolus) => !isPossible(bolus))).toEqual([]);
  });

  it('are extended and automated if the therapy allows it', () => {
    const kindsOf = (therapy: Parameters<typeof peopleWith>[0]): Set<unknown> =>
      kinds(
        peopleWith(therapy).flatMap((person) => recordsOf(person, { days }, ['bolus'])),
        'subType',
      );
    expect(kindsOf('closed-loop')).toEqual(new Set(['automated', 'normal']));
    expect(kindsOf('pump')).toEqual(new Set(['normal', 'square', 'dual/square']));
    expect(kindsOf('injections')).toEqual(new Set(['normal']));
  });
});

describe('total insulin', () => {
  it.each(onPumps)('of %s is near the daily requirement', (_, person) => {
    const amount = recordsOf(person, { days }, ['basal', 'bolus']).reduce((sum, record) => {
      if (record.type === 'bolus') return sum + Number(record.normal ?? 0) + Number(record.extended ?? 0);
      return sum + (Number(record.rate ?? 0) * Number(record.duration)) / 3_600_000;
    }, 0);
    expect(amount / days / person.dailyInsulin).toBeGreaterThan(0.65);
    expect(amount / days / person.dailyInsulin).toBeLessThan(1.15);
  });
});
