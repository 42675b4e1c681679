import { checkedRevision, type NewRevision } from '../../../../src/care/prescriptions/checked-revision';
import { mayBecome, shownState } from '../../../../src/care/prescriptions/prescription-state';
import type { ApiError } from '../../../../src/platform/errors';
import { hashAttributes, settings, wholeAttributes } from '../../../support/prescriptions';

const states = ['draft', 'pending', 'submitted', 'claimed', 'active', 'inactive', 'expired'] as const;

describe('the state of a prescription', () => {
  it('changes only as long as nobody can claim it, and never back', () => {
    const next = states.map((state) => states.filter((other) => mayBecome(state, other)));
    expect(next).toEqual([['draft', 'pending', 'submitted'], ['pending', 'submitted'], [], [], [], [], []]);
    expect(mayBecome('draft', 'nonsense')).toBe(false);
  });

  it('is expired from the very millisecond on, if it is submitted and expires at all', () => {
    const shown = (state: (typeof states)[number], expirationTime: number | null) =>
      shownState({ state, expirationTime }, 1_000);
    expect([1_001, 1_000, 999, null].map((time) => shown('submitted', time))).toEqual([
      ...['submitted', 'expired', 'expired', 'submitted'],
    ]);
    for (const state of states.filter((each) => each !== 'submitted')) expect(shown(state, 999)).toBe(state);
  });
});

describe('a revision', () => {
  const check = (fields: object, more: Partial<NewRevision> = {}) => {
    const attributes = wholeAttributes(fields);
    return checkedRevision(
      { attributes, revisionHash: hashAttributes(attributes), ...more },
      'me',
      Date.now(),
    );
  };
  const findings = (...given: Parameters<typeof check>): string[] => {
    try {
      check(...given);
      return [];
    } catch (error) {
      const { findings: found = [] } = error as ApiError;
      return found.map(({ code, source }) => `${code} ${source?.pointer}`);
    }
  };

  it('is kept with its state and its hash', () => {
    const attributes = wholeAttributes({ state: 'draft' });
    expect(check({ state: 'draft' })).toEqual({ attributes, hash: hashAttributes(attributes) });
    expect(check({}, { createdUserId: 'me' }).attributes.state).toBe('submitted');
  });

  it.each<[what: string, fields: object, more: Partial<NewRevision>, found: string[]]>([
    ['without its hash', {}, { revisionHash: undefined }, ['value-not-exists /input/revisionHash']],
    ['with another hash', {}, { revisionHash: hashAttributes({}) }, ['value-not-valid /input/revisionHash']],
    ['of somebody else', {}, { createdUserId: 'you' }, ['value-not-valid /input/createdUserId']],
    [
      'with several errors, all at once',
      { sex: 'x' },
      { createdUserId: 'you', revisionHash: '' },
      [
        'value-not-allowed /input/attributes/sex',
        'value-not-valid /input/createdUserId',
        'value-not-valid /input/revisionHash',
      ],
    ],
    [
      'with settings that its pump does not support',
      { initialSettings: { ...settings, glucoseSafetyLimit: 10 } },
      {},
      ['value-out-of-range /input/attributes/initialSettings/glucoseSafetyLimit'],
    ],
  ])('%s is refused', (_what, fields, more, found) => {
    expect(findings(fields, more)).toEqual(found);
  });

  it('may lack settings', () => {
    expect(check({ state: 'draft', initialSettings: undefined }).attributes).toEqual(
      wholeAttributes({ state: 'draft', initialSettings: undefined }),
    );
  });

  it('gets at most 500 findings', () => {
    const basalRateSchedule = Array.from({ length: 600 }, () => ({ start: -1, rate: 0.5 }));
    expect(findings({ initialSettings: { ...settings, basalRateSchedule } })).toHaveLength(500);
  });
});
