import { bolus, contentOf, problemsOf } from './prepared';

const time = bolus.time;
const scheduled = { type: 'basal', deliveryType: 'scheduled', rate: 0.5 };
const automated = { type: 'basal', deliveryType: 'automated', rate: 0.5 };
const temp = { type: 'basal', deliveryType: 'temp', rate: 0.5 };

describe('a suppressed basal', () => {
  const suspension = { type: 'basal', deliveryType: 'suspend', time, duration: 0 };

  it('nests from suspended to temporary to automated to scheduled', () => {
    const suppressed = {
      ...temp,
      suppressed: { ...automated, suppressed: { ...scheduled, scheduleName: 'A' } },
    };
    expect(contentOf({ ...suspension, suppressed }).suppressed).toEqual(suppressed);
  });

  it.each([
    [{ ...suspension, suppressed: {} }, 'value-not-exists at /0/suppressed/type'],
    [{ ...suspension, suppressed: { type: 'bolus' } }, 'value-not-allowed at /0/suppressed/type'],
    [{ ...suspension, suppressed: { type: 'basal' } }, 'value-not-exists at /0/suppressed/deliveryType'],
    [
      { ...suspension, suppressed: { type: 'basal', deliveryType: 'suspend' } },
      'value-not-allowed at /0/suppressed/deliveryType',
    ],
    [{ ...suspension, suppressed: { ...temp, rate: 'x' } }, 'type-not-float64 at /0/suppressed/rate'],
    [{ ...suspension, suppressed: { ...temp, rate: null } }, 'value-not-exists at /0/suppressed/rate'],
    [
      { ...suspension, suppressed: { ...temp, suppressed: temp } },
      'value-not-allowed at /0/suppressed/suppressed/deliveryType',
    ],
    [
      { ...suspension, suppressed: { ...automated, suppressed: { ...scheduled, rate: 101 } } },
      'value-out-of-range at /0/suppressed/suppressed/rate',
    ],
    [
      { ...temp, time, duration: 0, suppressed: { ...temp } },
      'value-not-allowed at /0/suppressed/deliveryType',
    ],
    [
      { ...automated, time, duration: 0, suppressed: { ...automated } },
      'value-not-allowed at /0/suppressed/deliveryType',
    ],
    [{ ...suspension, suppressed: { ...temp, annotations: [] } }, 'value-empty at /0/suppressed/annotations'],
  ])('must match: %j', (record, problem) => {
    expect(problemsOf(record)).toEqual([problem]);
  });

  it('loses properties that its delivery does not have', () => {
    const suppressed = { ...scheduled, percent: 0.5, suppressed: scheduled, duration: 5, time };
    expect(contentOf({ ...suspension, suppressed }).suppressed).toEqual(scheduled);
  });
});

describe('a duration that was cut short', () => {
  const basal = { ...scheduled, time };

  it.each([
    [{ ...basal, duration: 5, expectedDuration: 5 }, []],
    [{ ...basal, duration: 5, expectedDuration: 4 }, ['value-out-of-range at /0/expectedDuration']],
    [{ ...basal, duration: -5, expectedDuration: 4 }, ['value-out-of-range at /0/duration']],
    [{ ...basal, duration: 604_800_001, expectedDuration: 4 }, ['value-out-of-range at /0/duration']],
    [
      { ...basal, duration: 604_800_001, expectedDuration: 604_800_001 },
      ['value-out-of-range at /0/duration', 'value-out-of-range at /0/expectedDuration'],
    ],
  ])('%j results in %j', (record, problems) => {
    expect(problemsOf(record)).toEqual(problems);
  });
});

describe('a bolus that was cut short', () => {
  const square = { type: 'bolus', subType: 'square', time, duration: 5, extended: 2 };
  const automatedBolus = { type: 'bolus', subType: 'automated', time };

  it.each([
    [{ ...bolus, normal: 2, expectedNormal: 2 }, []],
    [{ ...bolus, normal: 2, expectedNormal: 1 }, ['value-out-of-range at /0/normal']],
    [
      { ...bolus, normal: 101, expectedNormal: 102 },
      ['value-out-of-range at /0/normal', 'value-out-of-range at /0/expectedNormal'],
    ],
    [{ ...bolus, normal: 2, expectedNormal: 101 }, ['value-out-of-range at /0/expectedNormal']],
    [{ ...bolus, normal: 0 }, []],
    [{ ...automatedBolus, normal: 0 }, ['value-not-exists at /0/expectedNormal']],
    [{ ...automatedBolus, normal: 0, expectedNormal: 0 }, []],
    [{ ...automatedBolus, normal: 1 }, []],
    [{ ...automatedBolus, normal: 2, expectedNormal: 1 }, ['value-out-of-range at /0/expectedNormal']],
    [{ ...square, expectedExtended: 2 }, ['value-not-exists at /0/expectedDuration']],
    [{ ...square, expectedDuration: 5 }, ['value-exists at /0/expectedDuration']],
    [{ ...square, expectedExtended: 2, expectedDuration: 5 }, []],
    [
      { ...square, expectedExtended: 1, expectedDuration: 4 },
      ['value-out-of-range at /0/duration', 'value-out-of-range at /0/extended'],
    ],
  ])('%j results in %j', (record, problems) => {
    expect(problemsOf(record)).toEqual(problems);
  });
});

describe('a formulation of insulin', () => {
  const simple = { actingType: 'rapid' };
  const compound = { amount: 50, formulation: { simple } };

  it.each([
    [{}, ['value-not-exists at simple']],
    [{ name: 'Mix' }, []],
    [{ simple }, []],
    [{ simple, name: 'Fast' }, []],
    [{ compounds: [compound, { amount: 0, formulation: { compounds: [compound] } }] }, []],
    [{ compounds: [compound], simple }, ['value-exists at compounds']],
    [{ compounds: [] }, ['value-empty at compounds']],
    [
      { compounds: [{ amount: -1 }, null] },
      [
        'value-out-of-range at compounds/0/amount',
        'value-not-exists at compounds/0/formulation',
        'value-not-exists at compounds/1',
      ],
    ],
    [{ compounds: [{ amount: 1, formulation: {} }] }, ['value-not-exists at compounds/0/formulation/simple']],
  ])('%j results in %j', (formulation, problems) => {
    const found = problemsOf({ type: 'insulin', time, formulation });
    expect(found.map((problem) => problem.replace('/0/formulation/', ''))).toEqual(problems);
  });
});
