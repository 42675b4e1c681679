import { api, type Answer } from '../../../../support/api';
import { formatFindings } from '../../../../support/findings';
import {
  announcement,
  legacyBasal,
  legacyBolus,
  legacyCbg,
  legacySmbg,
  suspension,
} from '../../../../support/legacy-records';
import { newPerson, type Person } from '../../../../support/person';
import { at, type SentRecord } from '../../../../support/records';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();
const { post } = api(server);

let person: Person;
beforeAll(async () => {
  person = await newPerson(server);
});

const event = (subType: string, fields: SentRecord) => legacyCbg({ type: 'deviceEvent', subType, ...fields });
const plain = (type: string, fields: SentRecord) =>
  legacyCbg({ type, units: undefined, value: undefined, ...fields });
const square = { subType: 'square', normal: undefined, extended: 1, duration: 0 };
const injected = { deliveryType: 'injected', value: 1, duration: 1, insulin: 'lantus' };
const pump = (fields: SentRecord = {}) =>
  plain('pumpSettings', {
    ...{ activeSchedule: 'day', units: {}, basalSchedules: { day: [{ rate: 1, start: 86_399_999 }] } },
    ...{ carbRatio: [], insulinSensitivity: [], bgTarget: [] },
    ...fields,
  });
const sensor = (fields: SentRecord = {}) => {
  const alert = { enabled: true, level: 5, snooze: 0 };
  const rate = { enabled: false, rate: 1 };
  return plain('cgmSettings', {
    ...{ transmitterId: '', units: 'mmol/L', lowAlerts: alert, highAlerts: alert },
    rateOfChangeAlerts: { fallRate: rate, riseRate: rate },
    ...fields,
  });
};
const meal = (net: unknown, units = 'grams') =>
  plain('food', { nutrition: { carbohydrate: { net, units } } });
const dose = (total: unknown) => plain('insulin', { dose: { total, units: 'Units' } });
const activity = (value: unknown, units: string) => plain('physicalActivity', { duration: { value, units } });
const states = (...list: unknown[]) => plain('reportedState', { states: list });
const change = (fields: SentRecord = {}) =>
  event('timeChange', {
    change: { from: '2024-05-06T00:00:00', to: '2024-05-06T01:00:00', agent: 'manual', ...fields },
  });
const override = (duration: unknown, overrideType = 'sleep') =>
  event('pumpSettingsOverride', { overrideType, duration });

/** Valid values, by a name for the failure. */
const accepted: Record<string, SentRecord> = {
  'a reading far out of every range': legacyCbg({ value: -5000 }),
  'a reading without the clock of its device': legacyCbg({ deviceTime: undefined }),
  'a meter reading of no known origin': legacySmbg({ subType: '' }),
  'ketones in urine': plain('urineKetone', { value: 'trace' }),
  'a basal without a duration': legacyBasal({ duration: undefined }),
  'a stop without a duration': legacyBasal({ deliveryType: 'suspend', rate: undefined, duration: undefined }),
  'a temporary basal by factor': legacyBasal({ deliveryType: 'temp', rate: undefined, percent: 0 }),
  'an injected basal': legacyBasal({ ...injected, rate: undefined }),
  'an extended bolus': legacyBolus(square),
  'an injected bolus': legacyBolus({ subType: 'injected', value: 1, insulin: 'humalog' }),
  'a calculation of nothing': plain('wizard', { units: 'mmol/l' }),
  'the largest meal': meal(1000),
  'the largest dose': dose(250),
  'an hour of activity in each unit': activity(10_080, 'minutes'),
  'a week of activity': activity(168, 'hours'),
  'a week of activity in seconds': activity(604_800, 'seconds'),
  'no states': states(),
  'known states': states({ state: 'illness' }, { state: 'stress' }),
  'other states': states({ state: 'other', stateOther: 'x'.repeat(100) }),
  'a clock that was set': change({ reasons: ['travel', 'other'], timezone: 'Europe/Berlin' }),
  'a week of other settings': override(604_800_000),
  'settings of a pump': pump(),
  'settings of a sensor': sensor(),
  'whatever fits nowhere else': plain('grabbag', { subType: '' }),
  'a note': plain('note', { text: '', creatorId: '' }),
  'an upload that says little': announcement({
    uploadId: 'empty',
    computerTime: '',
    deviceModel: '',
    version: '',
  }),
  'an uploader that is new enough': announcement({ uploadId: 'new', version: 'desktop-uploader 2.53.0' }),
  'another application of old': announcement({ uploadId: 'other', version: 'something 1.0.0' }),
};

/** An invalid value, and its only finding. */
const refused: [what: SentRecord, finding: string][] = [
  [legacyCbg({ type: undefined }), 'value-not-exists /0/type'],
  [legacyCbg({ type: 'nothing' }), 'value-not-allowed /0/type'],
  [legacyCbg({ type: 'dosingDecision' }), 'value-not-allowed /0/type'],
  [legacyBasal({ deliveryType: 'other' }), 'value-not-allowed /0/deliveryType'],
  [legacyBolus({ subType: undefined }), 'value-not-exists /0/subType'],
  [event('sensorEvent', {}), 'value-not-allowed /0/subType'],
  [legacyCbg({ time: undefined }), 'value-not-exists /0/time'],
  [legacyCbg({ time: 5 }), 'type-not-string /0/time'],
  [legacyCbg({ time: '2024-05-06T00:00:00' }), 'value-not-parsable /0/time'],
  [legacyCbg({ time: '2024-13-06T00:00:00Z' }), 'value-not-parsable /0/time'],
  [legacyCbg({ deviceId: undefined }), 'value-not-exists /0/deviceId'],
  [legacyCbg({ deviceId: 7 }), 'type-not-string /0/deviceId'],
  [legacyCbg({ uploadId: null }), 'value-not-exists /0/uploadId'],
  [legacyCbg({ deviceTime: '2024-05-06T00:00:00Z' }), 'value-not-parsable /0/deviceTime'],
  [legacySmbg({ deviceTime: undefined }), 'value-not-exists /0/deviceTime'],
  [legacyCbg({ timezoneOffset: '60' }), 'type-not-float64 /0/timezoneOffset'],
  [legacyCbg({ conversionOffset: true }), 'type-not-float64 /0/conversionOffset'],
  [legacyCbg({ clockDriftOffset: {} }), 'type-not-float64 /0/clockDriftOffset'],
  [legacyCbg({ id: 5 }), 'type-not-string /0/id'],
  [legacyCbg({ _active: true }), 'value-exists /0/_active'],
  [legacyCbg({ _version: 0 }), 'value-exists /0/_version'],
  [legacyCbg({ value: undefined }), 'value-not-exists /0/value'],
  [legacyCbg({ value: '5' }), 'type-not-float64 /0/value'],
  [legacyCbg({ units: 'mg' }), 'value-not-allowed /0/units'],
  [legacyCbg({ isig: 'x' }), 'type-not-float64 /0/isig'],
  [legacySmbg({ subType: 'scanned' }), 'value-not-allowed /0/subType'],
  [legacyCbg({ type: 'bloodKetone', units: 'mg/dL' }), 'value-not-allowed /0/units'],
  [plain('urineKetone', { value: 'much' }), 'value-not-allowed /0/value'],
  [legacyBasal({ rate: undefined }), 'value-not-exists /0/rate'],
  [legacyBasal({ duration: -1 }), 'value-out-of-range /0/duration'],
  [legacyBasal({ scheduleName: 1 }), 'type-not-string /0/scheduleName'],
  [legacyBasal({ suppressed: 'x' }), 'type-not-object /0/suppressed'],
  [legacyBasal({ previous: 5 }), 'value-not-valid /0/previous'],
  [legacyBasal({ previous: { type: 'basal' } }), 'value-not-valid /0/previous'],
  [legacyBasal({ deliveryType: 'temp', duration: undefined }), 'value-not-exists /0/duration'],
  [legacyBasal({ deliveryType: 'temp', rate: undefined }), 'values-not-exist-for-any /0/rate'],
  [legacyBasal({ deliveryType: 'temp', percent: -0.1 }), 'value-out-of-range /0/percent'],
  [legacyBasal({ ...injected, duration: 0 }), 'value-out-of-range /0/duration'],
  [legacyBasal({ ...injected, insulin: 'novolog' }), 'value-not-allowed /0/insulin'],
  [legacyBolus({ normal: undefined }), 'value-not-exists /0/normal'],
  [legacyBolus({ ...square, duration: -1 }), 'value-out-of-range /0/duration'],
  [legacyBolus({ ...square, subType: 'dual/square' }), 'value-not-exists /0/normal'],
  [legacyBolus({ subType: 'injected', value: 1, insulin: 'lantus' }), 'value-not-allowed /0/insulin'],
  [plain('wizard', { units: undefined }), 'value-not-exists /0/units'],
  [plain('wizard', { units: 'mg/dL', carbInput: 'x' }), 'type-not-float64 /0/carbInput'],
  [plain('wizard', { units: 'mg/dL', recommended: { net: 'x' } }), 'type-not-float64 /0/recommended/net'],
  [plain('wizard', { units: 'mg/dL', bolus: 5 }), 'value-not-valid /0/bolus'],
  [meal(1000.1), 'value-out-of-range /0/nutrition/carbohydrate/net'],
  [meal(-0.1), 'value-out-of-range /0/nutrition/carbohydrate/net'],
  [meal(1, 'ounces'), 'value-not-allowed /0/nutrition/carbohydrate/units'],
  [{ ...meal(1), name: 'x'.repeat(101) }, 'length-out-of-range /0/name'],
  [dose(250.1), 'value-out-of-range /0/dose/total'],
  [dose(undefined), 'value-not-exists /0/dose/total'],
  [activity(10_081, 'minutes'), 'value-out-of-range /0/duration/value'],
  [activity(169, 'hours'), 'value-out-of-range /0/duration/value'],
  [activity(604_801, 'seconds'), 'value-out-of-range /0/duration/value'],
  [activity(1, 'days'), 'value-not-allowed /0/duration/units'],
  [plain('reportedState', {}), 'value-not-exists /0/states'],
  [states({ state: 'joy' }), 'value-not-allowed /0/states/0/state'],
  [states({ state: 'other' }), 'value-not-exists /0/states/0/stateOther'],
  [states({ state: 'other', stateOther: 'x'.repeat(101) }), 'length-out-of-range /0/states/0/stateOther'],
  [states({ state: 'stress' }, { state: 'other', stateOther: 'x' }), 'value-not-valid /0/states'],
  [event('calibration', { value: undefined }), 'value-not-exists /0/value'],
  [suspension({ status: 'stopped' }), 'value-not-allowed /0/status'],
  [suspension({ reason: {} }), 'values-not-exist-for-any /0/reason'],
  [suspension({ reason: { suspended: 'x' } }), 'value-not-allowed /0/reason/suspended'],
  [event('alarm', { alarmType: 'loud' }), 'value-not-allowed /0/alarmType'],
  [event('alarm', { alarmType: 'other', payload: 'x' }), 'type-not-object /0/payload'],
  [event('prime', { primeTarget: 'pump' }), 'value-not-allowed /0/primeTarget'],
  [change({ agent: 'nobody' }), 'value-not-allowed /0/change/agent'],
  [change({ from: at(0) }), 'value-not-parsable /0/change/from'],
  [change({ reasons: ['boredom'] }), 'value-not-allowed /0/change/reasons/0'],
  [override(604_800_001), 'value-out-of-range /0/duration'],
  [override(1, 'preset'), 'value-not-allowed /0/overrideType'],
  [pump({ activeSchedule: 'night' }), 'value-not-valid /0/activeSchedule'],
  [pump({ activeSchedule: 'constructor' }), 'value-not-valid /0/activeSchedule'],
  [pump({ units: { carbs: 'ounces' } }), 'value-not-allowed /0/units/carbs'],
  [pump({ bgTargets: {} }), 'value-exists /0/bgTarget'],
  [pump({ carbRatio: undefined }), 'values-not-exist-for-one /0/carbRatio'],
  [
    pump({ basalSchedules: { day: [{ rate: 1, start: 86_400_000 }] } }),
    'value-out-of-range /0/basalSchedules/day/0/start',
  ],
  [sensor({ transmitterId: undefined }), 'value-not-exists /0/transmitterId'],
  [sensor({ lowAlerts: { enabled: true, level: 5 } }), 'value-not-exists /0/lowAlerts/snooze'],
  [sensor({ rateOfChangeAlerts: {} }), 'value-not-exists /0/rateOfChangeAlerts/fallRate'],
  [plain('note', { text: 'x' }), 'value-not-exists /0/creatorId'],
  [plain('grabbag', {}), 'value-not-exists /0/subType'],
  [announcement({ deviceTags: ['phone'] }), 'value-not-allowed /0/deviceTags/0'],
  [announcement({ deviceModel: undefined }), 'value-not-exists /0/deviceModel'],
  [announcement({ version: 'desktop-uploader 2.52.9' }), 'outdatedVersion /0/version'],
];

const refusal = ({ status, body }: Answer) => [status, body.code, body.dataIndex];

describe('the legacy upload route', () => {
  it.each(Object.entries(accepted))('accepts %s', async (_what, record) => {
    const { token } = await newPerson(server);
    const { status, text } = await post('/data', { token, body: record });
    expect([status, text]).toEqual([200, '[]']);
  });

  it.each(refused.map(([record, finding]) => [finding, record] as const))(
    'reports %s',
    async (finding, record) => {
      const answer = await person.uploadLegacy(record);
      expect(refusal(answer)).toEqual([400, 400, 0]);
      expect(formatFindings(answer)).toContain(finding);
      for (const { code, title, detail } of answer.body.errors) {
        expect([code, title, detail].every((text) => typeof text === 'string' && text !== '')).toBe(true);
      }
    },
  );

  it('stores nothing invalid', async () => {
    expect(await person.records()).toEqual([]);
    expect(await person.dataSets()).toEqual([]);
  });

  it('stores nothing of a batch with one invalid record, and reports it', async () => {
    const batch = [
      legacyCbg(),
      announcement(),
      legacyCbg({ time: at(1), value: 'x' }),
      legacyCbg({ units: 'x' }),
    ];
    const answer = await person.uploadLegacy(batch);
    expect(refusal(answer)).toEqual([400, 400, 2]);
    expect(formatFindings(answer)).toEqual(['type-not-float64 /2/value']);
    expect(answer.body.errors[0].meta).toEqual({ type: 'cbg' });
    expect(await person.records()).toEqual([]);
  });

  it.each([
    [1, 'a missing unit', [legacyCbg(), legacyCbg({ units: undefined }), legacyCbg({ value: 'x' })]],
    [0, 'a field of the service', [legacyCbg({ _active: true }), legacyCbg({ value: 'x' })]],
    [1, 'a wrong type', [legacyCbg(), legacyCbg({ value: 'x' }), legacyCbg({ units: 'x' })]],
  ])('names record %j as the first that is invalid, with %s', async (index, _what, batch) => {
    const answer = await person.uploadLegacy(batch);
    expect(refusal(answer)).toEqual([400, 400, index]);
    expect(formatFindings(answer).every((finding) => finding.includes(` /${index}/`))).toBe(true);
  });

  it('reports everything invalid, in body order', async () => {
    const answer = await person.uploadLegacy([
      legacyBasal({ rate: undefined, duration: -1 }),
      legacyCbg(),
      legacyCbg({ units: 'x', _active: false }),
    ]);
    expect(formatFindings(answer)).toEqual([
      'value-not-exists /0/rate',
      'value-out-of-range /0/duration',
      'value-not-allowed /2/units',
      'value-exists /2/_active',
    ]);
  });

  it('reports an outdated uploader before anything else', async () => {
    const version = 'desktop-uploader 1.2.3';
    const { status, body } = await person.uploadLegacy([
      legacyCbg({ value: 'x' }),
      announcement({ version }),
    ]);
    expect([status, body.dataIndex, body.errors[0].code]).toEqual([400, 1, 'outdatedVersion']);
    expect(body.message).toContain('1.2.3');
    expect(body.message).toContain('2.53.0');
  });

  it('accepts only a JSON object or an array of objects', async () => {
    const { token, userId } = person;
    for (const body of [null, 5, 'x', [null], [[]], [5]]) {
      const { status, body: answer } = await person.uploadLegacy(body);
      expect([status, answer.code, answer.errors[0].detail]).toEqual([400, 400, expect.any(String)]);
    }
    for (const raw of ['', '{', '[{}', '[] []']) {
      expect((await post(`/data/${userId}`, { token, raw })).status).toBe(400);
    }
    const infinite = JSON.stringify(legacyCbg({ extra: 0 })).replace('"extra":0', '"extra":{"deep":1e999}');
    const answer = await post(`/data/${userId}`, { token, raw: infinite });
    expect(formatFindings(answer)).toEqual(['value-out-of-range /0/extra']);
  });

  it('accepts bodies of up to 4 MiB', async () => {
    const limit = 4 * 1024 * 1024;
    const size = Buffer.byteLength(JSON.stringify(legacyCbg({ padding: '' })));
    const { token, userId } = await newPerson(server);
    const sized = (bytes: number) => ({ token, body: legacyCbg({ padding: 'x'.repeat(bytes - size) }) });
    const tooLarge = await post(`/data/${userId}`, sized(limit + 1));
    expect([tooLarge.status, tooLarge.body.errors[0].code]).toEqual([413, 'resource-too-large']);
    expect((await post(`/data/${userId}`, sized(limit))).body).toEqual([]);
  });
});
