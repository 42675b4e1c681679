import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { findingsOf } from '../../../support/findings';
import { mailsTo, waitForMails } from '../../../support/mails';
import {
  newPractice,
  prescribe,
  prescribed,
  revise,
  sealed,
  sealOf,
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
  it('is answered whole, and read as it was answered', async () => {
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
        integrityHash: { algorithm: 'JCSSHA512', hash: sealOf(attributes) },
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

  it('needs little more than a state as a draft', async () => {
    const seal = sealOf({ state: 'draft' });
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

  it('that is submitted expires after 90 days, names its prescriber and mails the code', async () => {
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

  it('sends no mail before it is submitted', async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const { id, accessCode } = await prescribed(server, practice, wholeAttributes({ email, state: 'draft' }));
    await revise(server, practice, practice.prescriber, id, wholeAttributes({ email, state: 'pending' }));
    expect(await mailsTo(server, email)).toEqual([]);
    const answer = await revise(server, practice, practice.prescriber, id, wholeAttributes({ email }));
    expect(answer.body.accessCode).toBe(accessCode);
    const [mail] = await waitForMails(server, email);
    expect(mail).toContain(accessCode);
  });

  it('is submitted by prescribers alone', async () => {
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
    expect(findingsOf(answer)).toEqual([expect.stringMatching(/ \/revisionHash$/)]);
  });

  it('is sealed without what is unknown, at any depth', async () => {
    const known = { state: 'draft', initialSettings: { bloodGlucoseUnits: 'mg/dL', glucoseSafetyLimit: 75 } };
    const body = {
      ...sealed(known),
      initialSettings: { ...known.initialSettings, bloodGlucoseSuspendThreshold: 70 },
    };
    const answer = await post(practice.path, { token: practice.member.token, body });
    expect(answer.status).toBe(201);
    expect(answer.body.latestRevision.attributes.initialSettings).toEqual(known.initialSettings);
  });

  it('names nobody but the caller as its author', async () => {
    const body = sealed({ state: 'draft' }, practice.admin.userId);
    const answer = await post(practice.path, { token: practice.member.token, body });
    expect([answer.status, ...findingsOf(answer)]).toEqual([400, 'value-not-valid /createdUserId']);
  });

  it('seals members that clients leave out when they are empty', async () => {
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
      revisionHash: sealOf(empty),
    };
    const refusal = await post(practice.path, { token: practice.member.token, body });
    expect(findingsOf(refusal)).toEqual([
      'value-not-exists /weight/units',
      'value-not-exists /phoneNumber/countryCode',
      'value-not-exists /phoneNumber/number',
      'value-not-exists /initialSettings/bloodGlucoseUnits',
    ]);
  });
});

describe('a revision', () => {
  it('replaces all that a draft says, and only that', async () => {
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
        integrityHash: { algorithm: 'JCSSHA512', hash: sealOf({ state: 'pending', sex: 'male' }) },
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
  ] as const)('of what is %s makes it one of %j', async (from, allowed) => {
    for (const to of states) {
      const { id } = await prescribed(server, practice, wholeAttributes({ state: from }));
      const answer = await revise(server, practice, practice.prescriber, id, wholeAttributes({ state: to }));
      const isAllowed = (allowed as readonly string[]).includes(to);
      expect([to, answer.status]).toEqual([to, isAllowed ? 200 : 400]);
      expect((await read(id)).body.state).toBe(isAllowed ? to : from);
      if (!isAllowed) expect(findingsOf(answer)).toEqual(['value-not-allowed /state']);
    }
  });

  it('is told what is wrong with it before anything else', async () => {
    const path = `${practice.path}/${'e'.repeat(24)}/revisions`;
    const { token } = practice.member;
    expect((await post(path, { token, body: { state: 'draft' } })).status).toBe(400);
    expect((await post(path, { token, body: sealed({ state: 'draft' }) })).status).toBe(404);
  });

  it('has one winner when several are written at once', async () => {
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
  it('works for drafts, once, with an empty answer', async () => {
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

  it.each(['pending', 'submitted'])('is not done to what is %s', async (state) => {
    const { id } = await prescribed(server, practice, wholeAttributes({ state }));
    expect((await remove(`${practice.path}/${id}`, { token: practice.member.token })).status).toBe(404);
    expect((await read(id)).body.state).toBe(state);
  });
});

describe('a prescription of another clinic, or of none,', () => {
  it('is not there', async () => {
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

  it('is closed to everybody else, servers included where somebody has to be responsible', async () => {
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
