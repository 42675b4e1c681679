import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { dataDonation, newConsent, newGrantor } from '../../../support/consents';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call, get, post } = api(server);

const ripple = { type: 'ripple', version: 1, metadata: undefined };
const child = { ageGroup: '<13', grantorType: 'parent/guardian', parentGuardianName: 'Pa Ba' };
const pointersOf = (body: Json): string[] => body.errors.map((error: Json) => error.source.pointer);

describe('a consent', () => {
  it('is granted as signed, without other fields', async () => {
    const grantor = await newGrantor(server);
    const made = {
      id: 'x',
      userId: 'x',
      status: 'revoked',
      grantTime: 'x',
      createdTime: 'x',
      revocationTime: 'x',
    };
    const metadata = { supportedOrganizations: ['Beyond Type 1', 'T1D Exchange'] };
    const { status, body } = await grantor.grant({ ...made, metadata });
    expect(status).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      userId: grantor.userId,
      status: 'active',
      type: dataDonation,
      version: 2,
      ageGroup: '>=18',
      ownerName: 'Ann Ba',
      grantorType: 'owner',
      metadata,
      grantTime: time,
      createdTime: time,
      modifiedTime: time,
    });
    expect((await grantor.read(body.id)).body).toEqual(body);
    expect((await grantor.list()).body).toEqual({ data: [body], count: 1 });
  });

  it.each([['<13'], ['13-17']])('of a person of %s is signed by a parent or guardian', async (ageGroup) => {
    const record = await (await newGrantor(server)).granted({ ...child, ageGroup, ...ripple });
    expect(record).toMatchObject({ ...child, ageGroup, type: 'ripple' });
    expect(record).not.toHaveProperty('metadata');
  });

  it.each([
    ['no type', { type: undefined }, '/type'],
    ['an empty type', { type: '', metadata: null }, '/type'],
    ['a long type', { type: 'x'.repeat(65), metadata: null }, '/type'],
    ['no version', { version: null }, '/version'],
    ['version 0', { version: 0 }, '/version'],
    ['a version below any whole number of the graph', { version: -(2 ** 31) }, '/version'],
    ['a fraction of a version', { version: 1.5 }, '/version'],
    ['a text for a version', { version: '1' }, '/version'],
    ['an unknown age group', { ageGroup: '18' }, '/ageGroup'],
    ['no name', { ownerName: undefined }, '/ownerName'],
    ['an empty name', { ownerName: '' }, '/ownerName'],
    ['a blank name', { ownerName: ' \t\u00a0 ' }, '/ownerName'],
    ['a NUL in a name', { ownerName: 'Ann\0Ba' }, '/ownerName'],
    ['a name of two lines', { ownerName: 'Ann\u2028Ba' }, '/ownerName'],
    ['an invisible name', { ownerName: '\u200b' }, '/ownerName'],
    ['a guardian of two lines', { ...child, parentGuardianName: 'Pa\nBa' }, '/parentGuardianName'],
    ['a long name', { ownerName: 'x'.repeat(257) }, '/ownerName'],
    ['a long name of a guardian', { ...child, parentGuardianName: 'x'.repeat(257) }, '/parentGuardianName'],
    ['an unknown grantor', { grantorType: 'friend' }, '/grantorType'],
    ['a guardian for an adult', { parentGuardianName: 'Pa Ba' }, '/parentGuardianName'],
    ['a guardian as grantor for an adult', { grantorType: 'parent/guardian' }, '/grantorType'],
    ['no guardian for a child', { ...child, parentGuardianName: undefined }, '/parentGuardianName'],
    ['an empty guardian for a child', { ...child, parentGuardianName: '' }, '/parentGuardianName'],
    ['a child as grantor', { ...child, grantorType: 'owner' }, '/grantorType'],
    ['a text for metadata', { metadata: 'x' }, '/metadata'],
    [
      'organizations that are none',
      { metadata: { supportedOrganizations: 'x' } },
      '/metadata/supportedOrganizations',
    ],
    [
      'an unknown organization',
      { metadata: { supportedOrganizations: ['x'] } },
      '/metadata/supportedOrganizations',
    ],
    [
      'an organization twice',
      { metadata: { supportedOrganizations: ['T1D Exchange', 'T1D Exchange'] } },
      '/metadata/supportedOrganizations',
    ],
    [
      'organizations for another type',
      { ...ripple, metadata: { supportedOrganizations: ['T1D Exchange'] } },
      '/metadata/supportedOrganizations',
    ],
  ])('with %s is refused', async (_name, fields, pointer) => {
    const grantor = await newGrantor(server);
    const { status, body } = await grantor.grant(fields);
    expect({ status, pointers: pointersOf(body) }).toEqual({ status: 400, pointers: [pointer] });
    expect(await grantor.states()).toEqual([]);
  });

  it('may be signed with names of 256 characters', async () => {
    const name = '🍕'.repeat(256);
    const record = await (
      await newGrantor(server)
    ).granted({ ...child, ownerName: name, parentGuardianName: name });
    expect(record).toMatchObject({ ownerName: name, parentGuardianName: name });
  });

  it('of an unknown type or version is not found', async () => {
    const grantor = await newGrantor(server);
    expect((await grantor.grant({ type: 'other', metadata: undefined })).status).toBe(404);
    for (const version of [3, 2 ** 31 - 1, 2 ** 31, 2 ** 53])
      expect([version, (await grantor.grant({ version })).status]).toEqual([version, 404]);
  });

  it('replaces an older version, but neither the same nor a newer one', async () => {
    const grantor = await newGrantor(server);
    const first = await grantor.granted({ version: 1 });
    const study = await grantor.granted(ripple);
    expect((await grantor.grant({ version: 1 })).status).toBe(409);
    const second = await grantor.granted({ version: 2 });
    expect((await grantor.read(first.id)).body).toMatchObject({
      status: 'revoked',
      revocationTime: second.createdTime,
    });
    expect((await grantor.grant({ version: 2 })).status).toBe(409);
    expect((await grantor.grant({ version: 1 })).status).toBe(409);
    expect((await grantor.read(study.id)).body.status).toBe('active');
  });

  it.each([
    ['none before', undefined],
    ['an older version before', 1],
  ])('granted many times concurrently, with %s, is granted once', async (_name, older) => {
    const grantor = await newGrantor(server);
    if (older) await grantor.granted({ version: older });
    const answers = await Promise.all(Array.from({ length: 6 }, () => grantor.grant()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await grantor.states('status=active')).toEqual([`${dataDonation} 2 active`]);
  });
});

describe('the records of an account', () => {
  it('are filtered by type, version and state; by default the newest of each type', async () => {
    const grantor = await newGrantor(server);
    const study = await grantor.granted(ripple);
    await grantor.granted({ version: 1 });
    await grantor.granted({ version: 2 });
    await grantor.revoke(study.id);
    const all = [`${dataDonation} 2 active`, `${dataDonation} 1 revoked`, 'ripple 1 revoked'];
    const [second, first, old] = all;
    expect(await grantor.states()).toEqual(all);
    expect(await grantor.states('')).toEqual([second, old]);
    expect(await grantor.states(`type=${dataDonation}`)).toEqual([second]);
    expect(await grantor.states('type=other')).toEqual([]);
    expect(await grantor.states('latest=false&version=1')).toEqual([first, old]);
    expect(await grantor.states('latest=false&status=revoked')).toEqual([first, old]);
    expect(await grantor.states('status=active')).toEqual([second]);
    const page = await grantor.list('latest=false&page=1&size=2');
    expect([page.body.data.length, page.body.data[0].id, page.body.count]).toEqual([1, study.id, 3]);
    for (const query of ['status=on', 'latest=x', 'version=x', 'page=-1', 'size=1001']) {
      const { status, body } = await grantor.list(query);
      expect({ query, status }).toEqual({ query, status: 400 });
      expect(body.errors[0].source.parameter).toBe(query.split('=')[0]);
    }
  });
});

describe('the organizations of a donation', () => {
  it('are replaced, and cleared if metadata is absent', async () => {
    const grantor = await newGrantor(server);
    const { id, ...rest } = await grantor.granted();
    const metadata = { supportedOrganizations: ['DiabetesSisters'] };
    const changed = await grantor.change(id, { metadata, ownerName: 'Eve' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...rest, id, metadata, modifiedTime: expect.any(String) });
    expect((await grantor.read(id)).body).toEqual(changed.body);
    expect((await grantor.change(id, {})).body.metadata).toEqual({ supportedOrganizations: [] });
    expect((await grantor.change(id, { metadata: { supportedOrganizations: ['x'] } })).status).toBe(400);
    expect((await grantor.change(id, [])).status).toBe(400);
    const study = await grantor.granted(ripple);
    expect((await grantor.change(study.id, { metadata })).status).toBe(400);
    expect((await grantor.change(study.id, {})).status).toBe(200);
  });
});

describe('the end of a consent', () => {
  it('happens once, and a new grant is a new record', async () => {
    const grantor = await newGrantor(server);
    const { id } = await grantor.granted(ripple);
    const revoked = await grantor.revoke(id);
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    const record = (await grantor.read(id)).body;
    expect(record).toMatchObject({ status: 'revoked', revocationTime: record.modifiedTime });
    expect((await grantor.revoke(id)).status).toBe(204);
    expect((await grantor.read(id)).body).toEqual(record);
    expect((await grantor.granted(ripple)).id).not.toBe(id);
  });

  it.each([
    [1, 'active'],
    [2, 'revoked'],
  ])('of a donation of version %i: the study is %s', async (version, state) => {
    const grantor = await newGrantor(server);
    const { id } = await grantor.granted({ version });
    const study = await grantor.granted(ripple);
    await grantor.revoke(id);
    expect((await grantor.read(study.id)).body.status).toBe(state);
    expect((await grantor.read(id)).body.status).toBe('revoked');
  });

  it('of the study keeps the donation', async () => {
    const grantor = await newGrantor(server);
    const { id } = await grantor.granted();
    await grantor.revoke((await grantor.granted(ripple)).id);
    expect((await grantor.read(id)).body.status).toBe('active');
  });
});

describe('consents', () => {
  it('belong only to their owner; trusted servers may read them', async () => {
    const { path, token: own, ...grantor } = await newGrantor(server);
    const { id } = await grantor.granted();
    const expected = [
      ['GET', path, 200],
      ['GET', `${path}/${id}`, 200],
      ['POST', path, 403],
      ['PATCH', `${path}/${id}`, 403],
      ['DELETE', `${path}/${id}`, 403],
    ] as const;
    const tokens = { stranger: (await newAccount(server)).token, server: await newServerToken(server) };
    for (const [method, address, ofServer] of expected) {
      const sent = (token?: string) =>
        call(method, address, { token, ...(method !== 'GET' && { raw: 'nonsense' }) });
      expect((await sent(tokens.server)).status).toBe(ofServer);
      expect((await sent(tokens.stranger)).status).toBe(403);
      expect((await sent()).status).toBe(401);
      expect((await sent('nonsense')).status).toBe(401);
    }
    expect((await get(`/v1/users/${randomUUID()}/consents`, { token: tokens.server })).body).toEqual({
      data: [],
      count: 0,
    });
    expect((await get(`/v1/users/nonsense/consents`, { token: own })).status).toBe(403);
    expect((await post(path, { token: own, raw: 'nonsense' })).status).toBe(400);
  });

  it("of others are not found among the caller's own", async () => {
    const [one, other] = [await newGrantor(server), await newGrantor(server)];
    const { id } = await other.granted();
    for (const record of [id, 'f'.repeat(32), 'nonsense', `${(await one.granted()).id}%20`]) {
      expect((await one.read(record)).status).toBe(404);
      expect((await one.change(record, {})).status).toBe(404);
      expect((await one.revoke(record)).status).toBe(404);
    }
    expect((await other.read(id)).body.status).toBe('active');
  });
});

describe('consents in the graph', () => {
  const { graph } = api(server);

  it('are granted, changed, read and ended under the same rules', async () => {
    const { userId, token, ...grantor } = await newGrantor(server);
    const run = async (query: string, input: object, as = token) => {
      const { body } = await graph(query, { token: as, variables: { input: { userId, ...input } } });
      return body.errors?.[0].extensions.code ?? body.data;
    };
    const { metadata: _metadata, ...signed } = newConsent();
    const grant = `mutation ($input: GrantConsentInput!) { grantConsent(input: $input) { record {
      id status organizations consent { version content } } } }`;
    const change = `mutation ($input: UpdateConsentOrganizationsInput!) {
      updateConsentOrganizations(input: $input) { record { organizations } } }`;
    const revoke = 'mutation ($input: RevokeConsentInput!) { revokeConsent(input: $input) { done } }';
    const { record } = (await run(grant, signed)).grantConsent;
    expect(record).toMatchObject({ status: 'ACTIVE', organizations: [], consent: { version: 2 } });
    expect(await run(grant, signed)).toBe('CONFLICT');
    expect(await run(grant, { ...signed, ownerName: '' })).toBe('BAD_USER_INPUT');
    const { token: stranger } = await newAccount(server);
    for (const [query, input] of [
      [grant, signed],
      [change, { recordId: record.id, organizations: [] }],
      [revoke, { recordId: record.id }],
    ] as const) {
      expect(await run(query, input, stranger)).toBe('FORBIDDEN');
      expect(await run(query, input, await newServerToken(server))).toBe('FORBIDDEN');
    }
    const organizations = ['T1D Exchange'];
    expect(await run(change, { recordId: record.id, organizations })).toEqual({
      updateConsentOrganizations: { record: { organizations } },
    });
    await grantor.granted(ripple);
    const query = `{ me { consentRecords(first: 1, latest: false) { totalCount pageInfo { hasNextPage endCursor }
      edges { node { type organizations } } } } }`;
    const first = (await graph(query, { token })).body.data.me.consentRecords;
    expect(first).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
    expect(first.edges).toEqual([{ node: { type: dataDonation, organizations } }]);
    const next = query.replace('first: 1', `first: 1, after: "${first.pageInfo.endCursor}"`);
    const second = (await graph(next, { token })).body.data.me.consentRecords;
    expect(second.edges).toEqual([{ node: { type: 'ripple', organizations: null } }]);
    expect(await run(revoke, { recordId: record.id })).toEqual({ revokeConsent: { done: true } });
    expect(await grantor.states('status=active')).toEqual([]);
    const others = `query ($id: ID!) { user(id: $id) { consentRecords { totalCount } } }`;
    const refused = await graph(others, { token: stranger, variables: { id: userId } });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
