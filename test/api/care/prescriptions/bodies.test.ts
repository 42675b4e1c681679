import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { newPractice, sealed, type Practice } from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { post } = api(server);

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

describe('a body with wrong types', () => {
  it('gets findings for all of them', async () => {
    const body = {
      state: 5,
      firstName: {},
      weight: [],
      yearOfDiagnosis: 2001.5,
      phoneNumber: { countryCode: '1', number: 1_234_567_890 },
      prescriberTermsAccepted: 'true',
      calculator: 'weight',
      initialSettings: {
        basalRateSchedule: [null, { start: 0.5, rate: '1' }],
        carbohydrateRatioSchedule: {},
        basalRateMaximum: 4,
      },
      createdUserId: 7,
      revisionHash: [],
    };
    const answer = await post(practice.path, { token: practice.member.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 400,
      message: expect.any(String),
      reason: answer.body.message,
    });
    expect(formatFindings(answer)).toEqual([
      'type-not-string /state',
      'type-not-string /firstName',
      'type-not-object /weight',
      'type-not-int /yearOfDiagnosis',
      'type-not-int /phoneNumber/countryCode',
      'type-not-string /phoneNumber/number',
      'type-not-bool /prescriberTermsAccepted',
      'type-not-object /calculator',
      'type-not-object /initialSettings/basalRateSchedule/0',
      'type-not-int /initialSettings/basalRateSchedule/1/start',
      'type-not-float /initialSettings/basalRateSchedule/1/rate',
      'type-not-array /initialSettings/carbohydrateRatioSchedule',
      'type-not-object /initialSettings/basalRateMaximum',
      'type-not-string /createdUserId',
      'type-not-string /revisionHash',
    ]);
  });

  it.each(['', '{', '[]', 'null', '"text"', '{"state":"draft","weight":{"value":1e999}}'])(
    'is refused without any valid ones: %j',
    async (raw) => {
      const { status } = await post(practice.path, { token: practice.member.token, raw });
      expect(status).toBe(400);
    },
  );

  it('is refused if huge', async () => {
    const body = sealed({ state: 'draft', firstName: 'x'.repeat(2 ** 20) });
    expect((await post(practice.path, { token: practice.member.token, body })).status).toBe(413);
    const schedule = Array.from({ length: 20_000 }, () => ({ start: -1, rate: -1 }));
    const wrong = sealed({
      state: 'draft',
      initialSettings: { bloodGlucoseUnits: 'mg/dL', basalRateSchedule: schedule },
    });
    const answer = await post(practice.path, { token: practice.member.token, body: wrong });
    expect([answer.status, answer.body.errors.length]).toEqual([400, 500]);
  });
});
