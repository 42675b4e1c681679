import { contentOf, problemsOf, wizard } from './prepared';

function problemsOfTarget(bgTarget: unknown, units = 'mg/dL'): string[] {
  const problems = problemsOf({ ...wizard, units, bgTarget });
  return problems.map((problem) => problem.replace('/0/bgTarget/', ''));
}

describe('a glucose target', () => {
  it.each([
    [{ target: 100 }],
    [{ target: 100, range: 0 }],
    [{ target: 100, range: 100 }],
    [{ target: 900, range: 100 }],
    [{ target: 100, high: 100 }],
    [{ target: 100, high: 1000 }],
    [{ low: 0, high: 1000 }],
    [{ low: 80, high: 80 }],
  ])('can be %j', (target) => {
    expect(problemsOfTarget(target)).toEqual([]);
  });

  it.each([
    [{}, ['value-not-exists at target']],
    [{ high: 100 }, ['value-not-exists at target']],
    [{ range: 10 }, ['value-not-exists at target']],
    [{ range: 10, high: 100 }, ['value-not-exists at target']],
    [{ low: 80 }, ['value-not-exists at high']],
    [{ low: 80, range: 10 }, ['value-not-exists at high']],
    [{ target: -1 }, ['value-out-of-range at target']],
    [{ target: 1001 }, ['value-out-of-range at target']],
    [{ target: 100, range: 100.5 }, ['value-out-of-range at range']],
    [{ target: 900, range: 101 }, ['value-out-of-range at range']],
    [{ target: 100, range: -1 }, ['value-out-of-range at range']],
    [{ target: 1001, range: 5000 }, ['value-out-of-range at target']],
    [{ target: 100, high: 99 }, ['value-out-of-range at high']],
    [{ target: 100, high: 1001 }, ['value-out-of-range at high']],
    [{ low: -1, high: 5000 }, ['value-out-of-range at low']],
    [{ low: 80, high: 79 }, ['value-out-of-range at high']],
    [{ low: 80, high: 1001 }, ['value-out-of-range at high']],
    [{ target: 100, low: 80 }, ['value-exists at low']],
    [{ target: 100, high: 120, low: 80 }, ['value-exists at low']],
    [{ low: 80, high: 120, range: 10 }, ['value-exists at range']],
    [{ target: 100, range: 10, low: 80, high: 120 }, ['value-exists at low', 'value-exists at high']],
  ])('cannot be %j', (target, problems) => {
    expect(problemsOfTarget(target)).toEqual(problems);
  });

  it('has limits in the units of its record', () => {
    expect(problemsOfTarget({ target: 5, range: 5 }, 'mmol/L')).toEqual([]);
    expect(problemsOfTarget({ target: 100 }, 'mmol/L')).toEqual(['value-out-of-range at target']);
    expect(problemsOfTarget({ target: 55.1 }, 'mmol/l')).toEqual(['value-out-of-range at target']);
  });

  it('is converted in all its fields', () => {
    expect(contentOf({ ...wizard, bgTarget: { target: 100, range: 10 } }).bgTarget).toEqual({
      target: 5.55075,
      range: 0.55507,
    });
    expect(contentOf({ ...wizard, bgTarget: { low: 80, high: 400 } }).bgTarget).toEqual({
      low: 4.4406,
      high: 22.20299,
    });
  });

  it('has no limits in settings without units, and is stored as sent', () => {
    const settings = { type: 'pumpSettings', time: wizard.time, activeSchedule: 'a' };
    const bgTargetPreprandial = { target: 5000, range: 9000 };
    expect(contentOf({ ...settings, bgTargetPreprandial })).toMatchObject({ bgTargetPreprandial });
  });
});
