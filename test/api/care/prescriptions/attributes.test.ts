import type { Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import {
  newPractice,
  prescribe,
  settings,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

/** Changed fields, and the findings; none if valid. */
type Row = readonly [fields: object, ...findings: string[]];

/** Sends attributes one after the other and compares the findings. */
async function expectFindings(rows: readonly Row[], base: (fields: object) => Json): Promise<void> {
  for (const [fields, ...expected] of rows) {
    const answer = await prescribe(server, practice, practice.prescriber, base(fields));
    const found = answer.status === 400 ? formatFindings(answer) : [];
    expect([fields, answer.status, found]).toEqual([fields, expected.length > 0 ? 400 : 201, expected]);
  }
}

const draft = (fields: object): Json => ({ state: 'draft', ...fields });

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it('drafts may be incomplete, but must be valid', async () => {
  await expectFindings(
    [
      [{}],
      [{ state: 'pending' }],
      [{ state: 'claimed' }, 'value-not-allowed /state'],
      [{ state: '' }, 'value-not-allowed /state'],
      [{ state: undefined }, 'value-not-exists /state', 'value-not-valid /revisionHash'],
      [{ accountType: 'caregiver' }],
      [{ accountType: 'caregiver', caregiverFirstName: '' }],
      [{ accountType: 'patient', caregiverFirstName: '', caregiverLastName: '' }],
      [
        { accountType: 'patient', caregiverFirstName: 'A', caregiverLastName: 'B' },
        'value-not-empty /caregiverFirstName',
        'value-not-empty /caregiverLastName',
      ],
      [{ accountType: 'nurse' }, 'value-not-allowed /accountType'],
      [{ firstName: '', lastName: '' }, 'value-empty /firstName', 'value-empty /lastName'],
      [{ firstName: ' \u200b\t', lastName: '\u3164' }, 'value-empty /firstName', 'value-empty /lastName'],
      [{ firstName: 'A'.repeat(255), lastName: '😀'.repeat(255) }],
      [
        { firstName: 'A'.repeat(256), lastName: 'A'.repeat(100_000) },
        'length-out-of-range /firstName',
        'length-out-of-range /lastName',
      ],
      [
        { firstName: 'A\u0000', lastName: 'A\u2028B' },
        'value-not-valid /firstName',
        'value-not-valid /lastName',
      ],
      [
        { caregiverFirstName: 'A'.repeat(256), caregiverLastName: 'A\nB' },
        'length-out-of-range /caregiverFirstName',
        'value-not-valid /caregiverLastName',
      ],
      [{ mrn: '' }],
      [{ mrn: 'M'.repeat(256) }, 'length-out-of-range /mrn'],
      [{ mrn: 'M\u0000' }, 'value-not-valid /mrn'],
      [{ birthday: dayAfter(0) }],
      [{ birthday: dayAfter(2) }, 'value-not-before /birthday'],
      [{ birthday: '0001-01-01' }, 'value-not-valid /birthday'],
      [{ birthday: '0000-01-01' }, 'value-not-valid /birthday'],
      [{ birthday: '1874-12-31' }, 'value-out-of-range /birthday'],
      [{ birthday: '9999-12-31' }, 'value-not-before /birthday'],
      [{ birthday: '2001-02-29' }, 'value-not-valid /birthday'],
      [{ birthday: '06.05.1990' }, 'value-not-valid /birthday'],
      [{ birthday: '' }, 'value-not-valid /birthday'],
      [{ email: 'ann.other+x@a.b.example.org' }],
      [{ email: 'ann@example' }, 'value-not-valid /email'],
      [{ email: 'example.org' }, 'value-not-valid /email'],
      [{ email: 'a b@example.org' }, 'value-not-valid /email'],
      [{ email: 'a\r\nBcc:x@example.org' }, 'value-not-valid /email'],
      [{ email: `${'a'.repeat(243)}@example.org` }, 'value-not-valid /email'],
      [{ email: `${'a'.repeat(242)}@example.org` }],
      [{ sex: 'undisclosed' }],
      [{ sex: 'other' }, 'value-not-allowed /sex'],
      [{ weight: { units: 'kg' } }],
      [{ weight: { value: 0.1, units: 'kg' } }],
      [{ weight: { value: 0, units: 'kg' } }, 'value-out-of-range /weight/value'],
      [{ weight: { value: 150, units: 'lbs' } }, 'value-not-allowed /weight/units'],
      [{ weight: {} }, 'value-not-exists /weight/units'],
      [{ yearOfDiagnosis: 1901 }],
      [{ yearOfDiagnosis: 1900 }, 'value-out-of-range /yearOfDiagnosis'],
      [{ yearOfDiagnosis: Number(dayAfter(0).slice(0, 4)) }],
      [{ yearOfDiagnosis: Number(dayAfter(0).slice(0, 4)) + 2 }, 'value-out-of-range /yearOfDiagnosis'],
      [{ yearOfDiagnosis: 9999 }, 'value-out-of-range /yearOfDiagnosis'],
      [{ phoneNumber: { countryCode: 1, number: '1234567890' } }],
      [{ phoneNumber: { countryCode: 1, number: '(123)456-7890' } }],
      [{ phoneNumber: { countryCode: 1, number: ' 1234567890' } }, 'value-not-matches /phoneNumber/number'],
      [
        { phoneNumber: { countryCode: 1, number: '(123)  456-7890' } },
        'value-not-matches /phoneNumber/number',
      ],
      [{ phoneNumber: { countryCode: 1, number: '123456789' } }, 'value-not-matches /phoneNumber/number'],
      [{ phoneNumber: { countryCode: 1, number: '1234567890\n' } }, 'value-not-matches /phoneNumber/number'],
      [
        { phoneNumber: { countryCode: 2, number: '1234567890' } },
        'value-out-of-range /phoneNumber/countryCode',
      ],
      [{ phoneNumber: { countryCode: 1 } }, 'value-not-exists /phoneNumber/number'],
      [{ phoneNumber: { number: '1234567890' } }, 'value-not-exists /phoneNumber/countryCode'],
      [{ training: 'inPerson' }],
      [{ training: 'online' }, 'value-not-allowed /training'],
      [{ therapySettings: 'transferPumpSettings' }],
      [{ therapySettings: 'mine' }, 'value-not-allowed /therapySettings'],
      [{ prescriberTermsAccepted: false }],
    ],
    draft,
  );
});

it('submitted prescriptions must be complete', async () => {
  const needed = [
    'accountType',
    'firstName',
    'lastName',
    'birthday',
    'email',
    'sex',
    'therapySettings',
    'prescriberTermsAccepted',
    'initialSettings',
  ];
  const optional = ['mrn', 'weight', 'yearOfDiagnosis', 'phoneNumber', 'training', 'calculator'];
  const without = (name: string): Row => [{ [name]: undefined }];
  await expectFindings(
    [
      [{}],
      ...needed.map((name): Row => [{ [name]: undefined }, `value-not-exists /${name}`]),
      ...optional.map(without),
      [
        Object.fromEntries(needed.map((name) => [name, undefined])),
        ...needed.map((name) => `value-not-exists /${name}`),
      ],
      [{ prescriberTermsAccepted: false }, 'value-not-true /prescriberTermsAccepted'],
      [{ accountType: 'caregiver', caregiverFirstName: 'Bea', caregiverLastName: 'Other' }],
      [
        { accountType: 'caregiver', caregiverLastName: '' },
        'value-not-exists /caregiverFirstName',
        'value-empty /caregiverLastName',
      ],
    ],
    wholeAttributes,
  );
});

it('submitted settings must be complete, except for two targets', async () => {
  const needed = [
    'bloodGlucoseUnits',
    'basalRateSchedule',
    'carbohydrateRatioSchedule',
    'insulinSensitivitySchedule',
    'bloodGlucoseTargetSchedule',
    'glucoseSafetyLimit',
    'insulinModel',
    'basalRateMaximum',
    'bolusAmountMaximum',
    'pumpId',
    'cgmId',
  ];
  const schedules = needed.filter((name) => name.endsWith('Schedule'));
  await expectFindings(
    [
      ...needed.map((name): Row => [{ [name]: undefined }, `value-not-exists /initialSettings/${name}`]),
      ...schedules.map((name): Row => [{ [name]: [] }, `value-empty /initialSettings/${name}`]),
      [{ bloodGlucoseTargetPhysicalActivity: undefined, bloodGlucoseTargetPreprandial: undefined }],
    ],
    (fields) => wholeAttributes({ initialSettings: { ...settings, ...fields } }),
  );
});

/** Settings of a draft without a pump, so that only the general rules apply. */
const settingsOf = (fields: object): Json =>
  draft({ initialSettings: { bloodGlucoseUnits: 'mg/dL', ...fields } });

it('settings have limits, whatever the pump', async () => {
  const at = (place: string): string => `value-out-of-range /initialSettings/${place}`;
  const amounts = (name: string, highest: number): Row[] => [
    [{ [name]: [{ start: 0, amount: 0 }] }],
    [{ [name]: [{ start: 0, amount: highest }] }],
    [{ [name]: [{ start: 0, amount: -0.1 }] }, at(`${name}/0/amount`)],
    [{ [name]: [{ start: 0, amount: highest + 0.1 }] }, at(`${name}/0/amount`)],
    [{ [name]: [{ start: 0 }] }, `value-not-exists /initialSettings/${name}/0/amount`],
  ];
  const maximum = (name: string, units: string): Row[] => [
    [{ [name]: { units, value: 0 } }],
    [{ [name]: { units, value: 100 } }],
    [{ [name]: { units, value: -1 } }, at(`${name}/value`)],
    [{ [name]: { units, value: 100.05 } }, at(`${name}/value`)],
    [{ [name]: { units: 'U', value: 1 } }, `value-not-allowed /initialSettings/${name}/units`],
    [
      { [name]: {} },
      `value-not-exists /initialSettings/${name}/units`,
      `value-not-exists /initialSettings/${name}/value`,
    ],
  ];
  const rates = (...starts: number[]) => ({ basalRateSchedule: starts.map((start) => ({ start, rate: 1 })) });
  await expectFindings(
    [
      [{}],
      [{ bloodGlucoseUnits: 'mmol/L' }, 'value-not-allowed /initialSettings/bloodGlucoseUnits'],
      [{ bloodGlucoseUnits: 'mg/dl' }, 'value-not-allowed /initialSettings/bloodGlucoseUnits'],
      [rates()],
      [rates(0, 1, 86_400_000)],
      [rates(1), at('basalRateSchedule/0/start')],
      [rates(0, 86_400_001), at('basalRateSchedule/1/start')],
      [rates(0, 5, 5, 4), at('basalRateSchedule/2/start'), at('basalRateSchedule/3/start')],
      [{ basalRateSchedule: [{ rate: 1 }] }, 'value-not-exists /initialSettings/basalRateSchedule/0/start'],
      [
        { basalRateSchedule: [{ rate: 1 }, { start: 0, rate: 1 }] },
        'value-not-exists /initialSettings/basalRateSchedule/0/start',
      ],
      [{ basalRateSchedule: [{ start: 0, rate: 0 }] }],
      [{ basalRateSchedule: [{ start: 0, rate: 100 }] }],
      [{ basalRateSchedule: [{ start: 0, rate: -0.05 }] }, at('basalRateSchedule/0/rate')],
      [{ basalRateSchedule: [{ start: 0, rate: 100.05 }] }, at('basalRateSchedule/0/rate')],
      [{ basalRateSchedule: [{ start: 0 }] }, 'value-not-exists /initialSettings/basalRateSchedule/0/rate'],
      ...amounts('carbohydrateRatioSchedule', 250),
      ...amounts('insulinSensitivitySchedule', 1000),
      [{ glucoseSafetyLimit: 0 }],
      [{ glucoseSafetyLimit: 1000 }],
      [{ glucoseSafetyLimit: -1 }, at('glucoseSafetyLimit')],
      [{ glucoseSafetyLimit: 1001 }, at('glucoseSafetyLimit')],
      [{ insulinModel: 'rapidChild' }],
      [{ insulinModel: 'slow' }, 'value-not-allowed /initialSettings/insulinModel'],
      ...maximum('basalRateMaximum', 'Units/hour'),
      ...maximum('bolusAmountMaximum', 'Units'),
      [{ pumpId: 'nonsense' }, 'value-not-allowed /initialSettings/pumpId'],
      [{ pumpId: '' }, 'value-not-allowed /initialSettings/pumpId'],
      [{ cgmId: 'nonsense' }, 'value-not-allowed /initialSettings/cgmId'],
      [
        { pumpId: crypto.randomUUID(), cgmId: crypto.randomUUID() },
        'value-not-allowed /initialSettings/pumpId',
        'value-not-allowed /initialSettings/cgmId',
      ],
    ],
    settingsOf,
  );
});

it('a target has one of four forms', async () => {
  const rows = (place: string, wrap: (target: object) => object): Row[] => {
    const at = `/initialSettings/${place}`;
    return [
      [wrap({ low: 0, high: 1000 })],
      [wrap({ low: 100, high: 100 })],
      [wrap({ target: 0 })],
      [wrap({ target: 1000 })],
      [wrap({ target: 100, range: 100 })],
      [wrap({ target: 900, range: 100 })],
      [wrap({ target: 100, high: 100 })],
      [wrap({ low: 101, high: 100 }), `value-out-of-range ${at}/high`],
      [wrap({ low: -1, high: 100 }), `value-out-of-range ${at}/low`],
      [wrap({ low: 100, high: 1001 }), `value-out-of-range ${at}/high`],
      [wrap({ target: 1001 }), `value-out-of-range ${at}/target`],
      [wrap({ target: 100, range: 100.5 }), `value-out-of-range ${at}/range`],
      [wrap({ target: 900, range: 101 }), `value-out-of-range ${at}/range`],
      [wrap({ target: 100, range: -1 }), `value-out-of-range ${at}/range`],
      [wrap({ target: 100, high: 99 }), `value-out-of-range ${at}/high`],
      [wrap({}), `value-not-exists ${at}/target`],
      [wrap({ high: 100 }), `value-not-exists ${at}/target`],
      [wrap({ low: 100 }), `value-not-exists ${at}/high`],
      [wrap({ low: 100, high: 110, range: 5 }), `value-exists ${at}/range`],
      [wrap({ low: 100, high: 110, target: 105 }), `value-exists ${at}/low`],
      [wrap({ target: 105, high: 110, range: 5 }), `value-exists ${at}/high`],
    ];
  };
  const single = ['bloodGlucoseTargetPhysicalActivity', 'bloodGlucoseTargetPreprandial'];
  await expectFindings(
    [
      ...rows('bloodGlucoseTargetSchedule/0', (target) => ({
        bloodGlucoseTargetSchedule: [{ start: 0, ...target }],
      })),
      ...single.flatMap((name) => rows(name, (target) => ({ [name]: target }))),
    ],
    settingsOf,
  );
});

it('a calculator has the inputs of its method', async () => {
  const recommended = {
    recommendedBasalRate: 0.75,
    recommendedCarbohydrateRatio: 13,
    recommendedInsulinSensitivity: 48,
  };
  const byWeight = { weight: 150, weightUnits: 'lbs' };
  const byDose = { totalDailyDose: 30, totalDailyDoseScaleFactor: 0.75 };
  const row = (calculator: object, ...findings: string[]): Row => [
    { calculator },
    ...findings.map((finding) => finding.replace(' ', ' /calculator/')),
  ];
  await expectFindings(
    [
      row({}),
      row({ weight: -1, weightUnits: 'stones', totalDailyDose: -1, recommendedBasalRate: 0 }),
      row({ method: 'guess', ...recommended }, 'value-not-allowed method'),
      row({ method: 'weight', ...byWeight, ...recommended }),
      row({ method: 'weight', ...byWeight, ...recommended, totalDailyDose: -1 }),
      row({ method: 'totalDailyDose', ...byDose, ...recommended }),
      row({ method: 'totalDailyDose', ...byDose, ...recommended, weight: -1 }),
      row({ method: 'totalDailyDoseAndWeight', ...byDose, ...byWeight, ...recommended }),
      row({ method: 'weight', ...recommended }, 'value-not-exists weight', 'value-not-exists weightUnits'),
      row(
        { method: 'totalDailyDose', ...recommended },
        'value-not-exists totalDailyDose',
        'value-not-exists totalDailyDoseScaleFactor',
      ),
      row(
        { method: 'totalDailyDoseAndWeight' },
        'value-not-exists weight',
        'value-not-exists weightUnits',
        'value-not-exists totalDailyDose',
        'value-not-exists totalDailyDoseScaleFactor',
        'value-not-exists recommendedBasalRate',
        'value-not-exists recommendedCarbohydrateRatio',
        'value-not-exists recommendedInsulinSensitivity',
      ),
      row(
        { method: 'weight', weight: 0, weightUnits: 'stones', ...recommended, recommendedBasalRate: 0 },
        'value-out-of-range weight',
        'value-not-allowed weightUnits',
        'value-out-of-range recommendedBasalRate',
      ),
      row({ method: 'totalDailyDose', totalDailyDose: 1, totalDailyDoseScaleFactor: 0, ...recommended }),
      row({ method: 'totalDailyDose', totalDailyDose: 1, totalDailyDoseScaleFactor: 1, ...recommended }),
      row(
        { method: 'totalDailyDose', totalDailyDose: 0, totalDailyDoseScaleFactor: 1.1, ...recommended },
        'value-out-of-range totalDailyDose',
        'value-out-of-range totalDailyDoseScaleFactor',
      ),
    ],
    draft,
  );
});
