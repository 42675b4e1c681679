import { stale } from '../../mutants/accepted';
import areas from '../../mutants/areas';
import { unmatched } from '../../mutants/parts';

const parts = Object.entries(areas).flatMap(([area, partsOfArea]) =>
  Object.entries(partsOfArea).map(([name, part]) => ({ name: `${area}:${name}`, part })),
);

describe('mutation testing', () => {
  it.each(parts)('of $name finds all its sources and tests', ({ part }) => {
    expect(unmatched(part)).toEqual([]);
  });

  it('detects files that have moved', () => {
    const part = { mutate: ['src/care/alerts/moved.ts'], tests: ['unit/alerts/', 'unit/care/alerts/'] };
    expect(unmatched(part)).toEqual(['src/care/alerts/moved.ts', 'unit/alerts/']);
  });

  it('accepts only mutants of code that still exists', () => {
    expect(stale()).toEqual([]);
  });
});
