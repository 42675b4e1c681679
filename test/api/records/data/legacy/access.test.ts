import { newServerToken } from '../../../../support/accounts';
import { api } from '../../../../support/api';
import { legacyCbg } from '../../../../support/legacy-records';
import { newPerson } from '../../../../support/person';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);

describe('legacy uploads', () => {
  it('are allowed for the owner, holders of upload, and trusted servers', async () => {
    const [owner, helper, reader] = [
      await newPerson(server),
      await newPerson(server),
      await newPerson(server),
    ];
    const asOwner = { token: owner.token };
    await post(`/access/${owner.userId}/${helper.userId}`, { ...asOwner, body: { upload: {} } });
    await post(`/access/${owner.userId}/${reader.userId}`, { ...asOwner, body: { view: {}, note: {} } });
    const allowed = [owner.token, helper.token, await newServerToken(server)];
    for (const [index, token] of allowed.entries()) {
      const { status, body } = await post(`/data/${owner.userId}`, {
        token,
        body: legacyCbg({ id: `${index}` }),
      });
      expect([status, body]).toEqual([200, []]);
    }
    const { token } = reader;
    expect((await post(`/data/${owner.userId}`, { token, body: legacyCbg({ id: 'no' }) })).status).toBe(403);
    expect(await owner.records()).toHaveLength(3);
  });

  it('check permission before the body is validated', async () => {
    const [owner, stranger] = [await newPerson(server), await newPerson(server)];
    const raw = '{';
    expect((await post(`/data/${owner.userId}`, { raw })).status).toBe(401);
    expect((await post('/data', { raw })).status).toBe(401);
    const { token } = stranger;
    expect((await post(`/data/${owner.userId}`, { token, raw })).status).toBe(403);
    expect((await post('/data/nobody', { token, raw })).status).toBe(403);
    expect((await post('/data', { token: await newServerToken(server), raw })).status).toBe(403);
  });

  it('may omit the account in the path', async () => {
    const person = await newPerson(server);
    expect((await post('/data', { token: person.token, body: legacyCbg() })).body).toEqual([]);
    expect(await person.records()).toHaveLength(1);
  });

  it('store nothing for an unknown account', async () => {
    const token = await newServerToken(server);
    const { status, body } = await post('/data/0123456789', { token, body: legacyCbg() });
    expect([status, body.code]).toEqual([404, 404]);
  });

  it('work in the graph too', async () => {
    const [owner, stranger] = [await newPerson(server), await newPerson(server)];
    const mutation = `mutation ($input: UploadLegacyDataInput!) { uploadLegacyData(input: $input) { duplicates } }`;
    const variables = { input: { userId: owner.userId, records: [legacyCbg(), legacyCbg()] } };
    const { body } = await graph(mutation, { token: owner.token, variables });
    expect(body.data.uploadLegacyData).toEqual({ duplicates: [1] });
    const refused = await graph(mutation, { token: stranger.token, variables });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
    const wrong = {
      input: { userId: owner.userId, records: [legacyCbg({ id: 'x' }), legacyCbg({ value: 'y' })] },
    };
    const { extensions } = (await graph(mutation, { token: owner.token, variables: wrong })).body.errors[0];
    expect([extensions.code, extensions.errors[0].source.pointer]).toEqual(['BAD_USER_INPUT', '/1/value']);
  });
});
