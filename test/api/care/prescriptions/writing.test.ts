import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { mailsTo, waitForMails } from '../../../support/mails';
import {
  newPractice,
  prescribe,
  prescribed,
  revise,
  sealed,
  hashAttributes,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, delete: remove } = api(server);

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const read = (id: string, { token } = practice.member) => get(`${practice.path}/${id}`, { token });

describe('a new prescription', () => {
  it('is returned completely, and read unchanged', async () => {
    const attributes = wholeAttributes({ state: 'pending', mrn: '' });
    const { userId } = practice.member;
    const answer = await prescribe(server, practice, practice.member, attributes);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      clinicId: practice.id,
      state: 'pending',
      accessCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{6}$/),
      latestRevision: {
        revisionId: 0,
        integrityHash: { algorithm: 'JCSSHA512', hash: hashAttributes(attributes) },
        attributes: {
          ...attributes,
          createdTime: expect.stringMatching(isoTime),
          createdUserId: userId,
        },
      },
      expirationTime: null,
      createdTime: expect.stringMatching(isoTime),
      createdUserId: userId,
      modifiedTime: answer.body.createdTime,
      modifiedUserId: userId,
    });
    for (const token of [practice.admin.token, practice.prescriber.token, await newServerToken(server)]) {
      const found = await get(`${practice.path}/${answer.body.id}`, { token });
      expect([found.status, found.body]).toEqual([200, answer.body]);
    }
  });

  it('requires little more than a state as a draft', async () => {
    const seal = hashAttributes({ state: 'draft' });
    expect(seal).toMatch(/^3040ecbae54634df/);
    for (const body of [
      { state: 'draft', revisionHash: seal },
      { state: 'draft', revisionHash: seal, firstName: null, weight: null, foo: { bar: 1 } },
    ]) {
      const answer = await post(practice.path, { token: practice.member.token, body });
      expect(answer.status).toBe(201);
      expect(answer.body.latestRevision.attributes).toEqual({
        state: 'draft',
        createdTime: answer.body.createdTime,
        createdUserId: practice.member.userId,
      });
    }
  });

  it('if submitted, expires after 90 days, names its prescriber and mails the code', async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const { body } = await prescribe(server, practice, practice.prescriber, wholeAttributes({ email }));
    expect(body).toMatchObject({
      state: 'submitted',
      prescriberUserId: practice.prescriber.userId,
      submittedTime: body.createdTime,
    });
    expect(Date.parse(body.expirationTime) - Date.parse(body.submittedTime)).toBe(90 * 24 * 60 * 60_000);
    const [mail] = await waitForMails(server, email);
    expect(mail).toContain(body.accessCode);
  });

  it('sends no mail before submission', async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const { id, accessCode } = await prescribed(server, practice, wholeAttributes({ email, state: 'draft' }));
    await revise(server, practice, practice.prescriber, id, wholeAttributes({ email, state: 'pending' }));
    expect(await mailsTo(server, email)).toEqual([]);
    const answer = await revise(server, practice, practice.prescriber, id, wholeAttributes({ email }));
    expect(answer.body.accessCode).toBe(accessCode);
    // Mails of earlier states would be among the first two.
    const other = await prescribed(server, practice, wholeAttributes({ email }));
    const mails = await waitForMails(server, email, 2);
    for (const code of [accessCode, other.accessCode])
      expect(mails.filter((mail) => mail.includes(code))).toHaveLength(1);
  });

  it('can only be submitted by prescribers', async () => {
    for (const clinician of [practice.member, practice.admin]) {
      const answer = await prescribe(server, practice, clinician, wholeAttributes());
      expect([answer.status, answer.body.code]).toEqual([403, 403]);
      const { id } = await prescribed(server, practice, { state: 'draft' });
      expect((await revise(server, practice, clinician, id, wholeAttributes())).status).toBe(403);
      expect((await read(id)).body.state).toBe('draft');
    }
  });

  it.each([
    ['another hash', () => ({ ...sealed({ state: 'draft' }), revisionHash: 'f'.repeat(128) })],
    ['no hash', () => ({ state: 'draft' })],
    ['the hash of other attributes', () => ({ ...sealed({ state: 'draft' }), firstName: 'Ann' })],
    ['a hash with unknown members', () => sealed({ state: 'draft', foo: 1 })],
  ])('is refused with %s', async (_what, body) => {
    const answer = await post(practice.path, { token: practice.member.token, body: body() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 400, reason: answer.body.message });
    expect(formatFindings(answer)).toEqual([expect.stringMatching(/ \/revisionHash$/)]);
  });

  it('has a hash without unknown properties, at any depth', async () => {
    const known = { state: 'draft', initialSettings: { bloodGlucoseUnits: 'mg/dL', glucoseSafetyLimit: 75 } };
    const body = {
      ...sealed(known),
      initialSettings: { ...known.initialSettings, bloodGlucoseSuspendThreshold: 70 },
    };
    const answer = await post(practice.path, { token: practice.member.token, body });
    expect(answer.status).toBe(201);
    expect(answer.body.latestRevision.attributes.initialSettings).toEqual(known.initialSettings);
  });

  it('can only name the caller as its author', async () => {
    const body = sealed({ state: 'draft' }, practice.admin.userId);
    const answer = await post(practice.path, { token: practice.member.token, body });
    expect([answer.status, ...formatFindings(answer)]).toEqual([400, 'value-not-valid /createdUserId']);
  });

  it('may have a hash that includes empty properties, which clients omit', async () => {
    const kept = {
      state: 'draft',
      mrn: '',
      prescriberTermsAccepted: false,
      initialSettings: { bloodGlucoseUnits: 'mg/dL', basalRateSchedule: [] },
    };
    const answer = await prescribe(server, practice, practice.member, kept);
    expect(answer.status).toBe(201);
    expect(answer.body.latestRevision.attributes).toMatchObject(kept);
    // Both are refused, but not because of their hash.
    const empty = { state: 'draft', weight: { value: 1 }, phoneNumber: {}, initialSettings: {} };
    const body = {
      state: 'draft',
      weight: { value: 1, units: '' },
      phoneNumber: { countryCode: 0, number: '' },
      initialSettings: { bloodGlucoseUnits: '' },
      revisionHash: hashAttributes(empty),
    };
    const refusal = await post(practice.path, { token: practice.member.token, body });
    expect(formatFindings(refusal)).toEqual([
      'value-not-exists /weight/units',
      'value-not-exists /phoneNumber/countryCode',
      'value-not-exists /phoneNumber/number',
      'value-not-exists /initialSettings/bloodGlucoseUnits',
    ]);
  });
});

describe('a revision', () => {
  it('replaces the whole content of a draft', async () => {
    const first = await prescribed(server, practice, wholeAttributes({ state: 'draft' }));
    const answer = await revise(server, practice, practice.member, first.id, {
      state: 'pending',
      sex: 'male',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...first,
      state: 'pending',
      latestRevision: {
        revisionId: 1,
        integrityHash: { algorithm: 'JCSSHA512', hash: hashAttributes({ state: 'pending', sex: 'male' }) },
        attributes: {
          state: 'pending',
          sex: 'male',
          createdTime: answer.body.modifiedTime,
          createdUserId: practice.member.userId,
        },
      },
      modifiedTime: expect.stringMatching(isoTime),
      modifiedUserId: practice.member.userId,
    });
    expect((await read(first.id)).body).toEqual(answer.body);
  });

  const states = ['draft', 'pending', 'submitted'] as const;

  it.each([
    ['draft', ['draft', 'pending', 'submitted']],
    ['pending', ['pending', 'submitted']],
    ['submitted', []],
  ] as const)('of a %s prescription makes it %j', async (from, allowed) => {
    for (const to of states) {
      const { id } = await prescribed(server, practice, wholeAttributes({ state: from }));
      const answer = await revise(server, practice, practice.prescriber, id, wholeAttributes({ state: to }));
      const isAllowed = (allowed as readonly string[]).includes(to);
      expect([to, answer.status]).toEqual([to, isAllowed ? 200 : 400]);
      expect((await read(id)).body.state).toBe(isAllowed ? to : from);
      if (!isAllowed) expect(formatFindings(answer)).toEqual(['value-not-allowed /state']);
    }
  });

  it('reports content errors first', async () => {
    const path = `${practice.path}/${'e'.repeat(24)}/revisions`;
    const { token } = practice.member;
    expect((await post(path, { token, body: { state: 'draft' } })).status).toBe(400);
    expect((await post(path, { token, body: sealed({ state: 'draft' }) })).status).toBe(404);
  });

  it('succeeds for one of several concurrent ones', async () => {
    const { id } = await prescribed(server, practice, { state: 'draft' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        revise(server, practice, practice.member, id, { state: 'draft', firstName: `Ann ${index}` }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8 - won.length);
    expect(won.map(({ body }) => body.latestRevision.revisionId).sort()).toEqual(
      won.map((_, index) => index + 1),
    );
    expect((await read(id)).body.latestRevision.revisionId).toBe(won.length);
  });
});

describe('deleting', () => {
  it('works for drafts, once, with an empty response', async () => {
    const { id } = await prescribed(server, practice, { state: 'draft' });
    const { token } = practice.member;
    const path = `${practice.path}/${id}`;
    const answer = await remove(path, { token });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await remove(path, { token })).status).toBe(404);
    expect((await get(path, { token })).status).toBe(404);
    expect((await post(`${path}/revisions`, { token, body: sealed({ state: 'draft' }) })).status).toBe(404);
    expect((await get(`${practice.path}?id=${id}`, { token })).body).toEqual([]);
  });

  it.each(['pending', 'submitted'])('is impossible for %s prescriptions', async (state) => {
    const { id } = await prescribed(server, practice, wholeAttributes({ state }));
    expect((await remove(`${practice.path}/${id}`, { token: practice.member.token })).status).toBe(404);
    expect((await read(id)).body.state).toBe(state);
  });
});

describe('a prescription of another clinic, or an unknown one,', () => {
  it('is not found', async () => {
    const other = await newPractice(server);
    const { id } = await prescribed(server, other, { state: 'draft' });
    const { token } = practice.prescriber;
    for (const each of [id, 'e'.repeat(24), 'nonsense', `${id}%20`, id.toUpperCase()]) {
      const path = `${practice.path}/${each}`;
      expect([each, (await get(path, { token })).status]).toEqual([each, 404]);
      expect((await remove(path, { token })).status).toBe(404);
      expect((await post(`${path}/revisions`, { token, body: sealed({ state: 'draft' }) })).status).toBe(404);
    }
    expect((await get(`${other.path}/${id}`, { token: other.member.token })).status).toBe(200);
  });

  it('is inaccessible to all other callers, including servers where a responsible person is required', async () => {
    const { id } = await prescribed(server, practice, { state: 'draft' });
    const [{ token: stranger }, { admin }] = await Promise.all([newAccount(server), newPractice(server)]);
    const asServer = await newServerToken(server);
    const body = sealed({ state: 'draft' });
    const one = `${practice.path}/${id}`;
    for (const token of [stranger, admin.token]) {
      for (const path of [practice.path, one, `/v1/clinics/${'f'.repeat(24)}/prescriptions`])
        expect((await get(path, { token })).status).toBe(403);
    }
    for (const token of [stranger, admin.token, asServer]) {
      expect((await post(practice.path, { token, body })).status).toBe(403);
      expect((await post(practice.path, { token, raw: '{' })).status).toBe(403);
      expect((await post(`${one}/revisions`, { token, body })).status).toBe(403);
      expect((await remove(one, { token })).status).toBe(403);
    }
    for (const token of [undefined, 'nonsense']) {
      expect((await get(practice.path, { token })).status).toBe(401);
      expect((await post(practice.path, { token, raw: '{' })).status).toBe(401);
      expect((await remove(one, { token })).status).toBe(401);
    }
  });
});
