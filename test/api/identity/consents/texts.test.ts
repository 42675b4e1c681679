import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph } = api(server);

const versionsOf = (body: Json): string[] => body.data.map(({ type, version }: Json) => `${type} ${version}`);

const donation1 = 'big_data_donation_project 1';
const donation2 = 'big_data_donation_project 2';
const ripple = 'ripple 1';

let token: string;

beforeAll(async () => {
  ({ token } = await newAccount(server));
});

describe('the texts of consents', () => {
  it.each([
    ['', [donation2, donation1, ripple], 3],
    ['latest=true', [donation2, ripple], 2],
    ['latest=false', [donation2, donation1, ripple], 3],
    ['type=ripple', [ripple], 1],
    ['type=other', [], 0],
    ['version=1', [donation1, ripple], 2],
    ['type=big_data_donation_project&version=1', [donation1], 1],
    ['size=2', [donation2, donation1], 3],
    ['page=1&size=2', [ripple], 3],
    ['page=9', [], 3],
  ])('%s', async (query, versions, count) => {
    const { status, body } = await get(`/v1/consents?${query}`, { token });
    expect(status).toBe(200);
    expect({ versions: versionsOf(body), count: body.count }).toEqual({ versions, count });
  });

  it('are formatted consistently', async () => {
    const { body } = await get('/v1/consents', { token: await newServerToken(server) });
    for (const consent of body.data) {
      expect(consent).toEqual({
        type: expect.stringMatching(/./),
        version: expect.any(Number),
        content: expect.stringMatching(/^# .+/),
        contentType: 'markdown',
        createdTime: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    }
  });

  it.each(['latest=maybe', 'version=x', 'page=-1', 'size=0', 'size=x'])('%s is refused', async (query) => {
    const { status, body } = await get(`/v1/consents?${query}`, { token });
    expect(status).toBe(400);
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0]);
  });

  it('of one type: the newest, and all versions', async () => {
    const type = '/v1/consents/big_data_donation_project';
    expect(versionsOf((await get(type, { token })).body)).toEqual([donation2]);
    expect(versionsOf((await get(`${type}/versions`, { token })).body)).toEqual([donation2, donation1]);
    for (const path of ['/v1/consents/other', '/v1/consents/other/versions']) {
      const { status, body } = await get(path, { token });
      expect([status, body]).toEqual([200, { data: [], count: 0 }]);
    }
  });

  it('are readable with any token', async () => {
    for (const path of ['', '/ripple', '/ripple/versions', '?size=x']) {
      expect((await get(`/v1/consents${path}`)).status).toBe(401);
      expect((await get(`/v1/consents${path}`, { token: 'nonsense' })).status).toBe(401);
    }
    const query =
      '{ consents { type version } consent(type: "big_data_donation_project") { version content } }';
    expect((await graph(query)).body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    const { data } = (await graph(query, { token })).body;
    expect(versionsOf({ data: data.consents })).toEqual([donation2, donation1, ripple]);
    expect(data.consent.version).toBe(2);
  });
});
