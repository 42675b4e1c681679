import { fittingFields } from '../../../../resolvers/records/data/fitting-fields';
import { recordTypes } from '../../../../src/records/data/record-types/table';

const { fields = [] } = recordTypes.find(({ type }) => type === 'pumpSettings') ?? {};

describe('settings of a pump that earlier releases stored without checking them', () => {
  it.each<[what: string, stored: unknown, shown: unknown]>([
    ['a list in place of an object', [{ start: 0 }], undefined],
    ['a text', 'Weekday', undefined],
    ['no object', 7, undefined],
    [
      'a schedule that is no list',
      { Weekday: { start: 0 }, Weekend: [] },
      [{ name: 'Weekend', segments: [] }],
    ],
    [
      'segments that are no objects',
      { Weekday: [null, 7, { start: 0, rate: 'much' }] },
      [{ name: 'Weekday', segments: [{ start: 0 }] }],
    ],
  ])('leave out %s', (_what, basalSchedules, shown) => {
    expect(fittingFields({ basalSchedules }, fields)).toEqual({ basalSchedules: shown });
  });

  it('leave out overrides that are no objects', () => {
    const overridePresets = { Run: { duration: 60, name: 'own' }, Sleep: null, Other: [] };
    expect(fittingFields({ overridePresets }, fields)).toEqual({
      overridePresets: [{ name: 'Run', duration: 60 }],
    });
  });
});
