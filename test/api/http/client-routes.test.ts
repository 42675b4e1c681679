import { randomUUID } from 'node:crypto';
import { newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { newPerson, type Person } from '../../support/person';
import { at, cbg } from '../../support/records';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { call, get, graph, post } = api(server);

let person: Person;
let dataSetId: string;
let serverToken: string;

beforeAll(async () => {
  person = await newPerson(server);
  dataSetId = await person.openedContinuous({ time: at(0) });
  serverToken = await newServerToken(server);
});

const noSuchId = 'f'.repeat(32);
const unknownKey = 'x'.repeat(32);

/** Paths that clients call outside the areas, and the properties they rely on. */
describe('requests of clients', () => {
  it.each<[method: string, path: string, status: number, who: 'owner' | 'server' | 'nobody']>([
    ['GET', '/dataservices/v1/time', 200, 'nobody'],
    ['GET', '/dataservices/v1/users/@me/data_sets', 200, 'owner'],
    ['GET', '/v1/datasets/@dataSet', 200, 'owner'],
    ['GET', '/v1/consents', 200, 'owner'],
    ['GET', '/v1/consents/ripple/versions', 200, 'owner'],
    ['GET', '/v1/users/@me/consents', 200, 'owner'],
    ['GET', '/v1/devices/pumps', 200, 'owner'],
    ['GET', '/v1/devices/cgms', 200, 'owner'],
    ['GET', '/v1/users/@me', 200, 'owner'],
    ['GET', '/v1/users/@me/data_sources', 200, 'owner'],
    [
      'GET',
      '/v1/users/@me/device_logs?startAtTime=2024-01-01T00:00:00Z&endAtTime=2024-01-02T00:00:00Z',
      200,
      'owner',
    ],
    ['GET', `/v1/device_logs/${noSuchId}`, 404, 'owner'],
    ['GET', `/v1/device_logs/${noSuchId}/content`, 404, 'owner'],
    ['GET', `/v1/provider_sessions/${noSuchId}`, 404, 'server'],
    ['GET', `/v1/provider_sessions/${noSuchId}/data_source`, 404, 'server'],
    ['GET', '/v1/users/@me/provider_sessions', 200, 'server'],
    ['GET', '/realms/glycograph/.well-known/openid-configuration', 200, 'nobody'],
    ['GET', '/realms/glycograph/protocol/openid-connect/certs', 200, 'nobody'],
    ['GET', '/realms/glycograph/protocol/openid-connect/login-status-iframe.html', 200, 'nobody'],
    ['GET', '/realms/glycograph/protocol/openid-connect/3p-cookies/step1.html', 200, 'nobody'],
    ['PUT', '/confirm/accept/signup/@me', 404, 'nobody'],
    ['POST', '/auth/oauthlogin', 404, 'owner'],
    ['GET', '/metadata/publicinfo?users=@me', 404, 'owner'],
    ['GET', `/v1/synctasks/${noSuchId}`, 404, 'owner'],
    ['POST', '/v1/device/upload/cl', 404, 'owner'],
    ['GET', `/v1/device/data/${noSuchId}`, 404, 'owner'],
  ])('%s %s gets %i', async (method, path, status, who) => {
    const token = { server: serverToken, nobody: undefined, owner: person.token }[who];
    const address = path.replace('@me', person.userId).replace('@dataSet', dataSetId);
    const answer = await call(method, address, { token });
    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.body).toMatchObject({ code: 404, message: expect.any(String) });
  });

  it.each([
    ['PUT', `/confirm/v1/clinics/${'0'.repeat(24)}/invites/patients/${unknownKey}`],
    ['PUT', '/confirm/v1/clinicians/@me/invites/x'],
  ])('%s %s is the same as without its prefix', async (method, path) => {
    const address = path.replace('@me', person.userId);
    const { token } = person;
    const [prefixed, plain] = [
      await call(method, address, { token }),
      await call(method, address.replace('/confirm', ''), { token }),
    ];
    expect(prefixed.body).toEqual(plain.body);
    expect(prefixed.body.message).not.toMatch(/address/i);
  });

  it('store records for the caller if no account is named', async () => {
    const old = cbg({ deviceId: 'D', uploadId: 'upid_0123456789ab', deviceTime: '2024-05-06T02:00:00' });
    const { status, body } = await post('/data', { token: person.token, body: [old] });
    expect([status, body]).toEqual([200, []]);
    expect(await person.records('type=cbg')).toHaveLength(1);
  });

  it('shows a data set under both spellings', async () => {
    const [one, other] = await Promise.all(
      ['datasets', 'data_sets'].map((name) => get(`/v1/${name}/${dataSetId}`, { token: person.token })),
    );
    expect(one?.body).toMatchObject({
      data: expect.objectContaining({ uploadId: dataSetId, id: dataSetId }),
    });
    expect(one?.body.data).toEqual(other?.body.data ?? other?.body);
  });
});

describe('App Attest', () => {
  it.each(['attestations', 'assertions'])('returns challenges, and verifies no %s', async (name) => {
    const { token } = person;
    const challenges = await Promise.all(
      [{ keyId: 'k' }, {}, undefined].map((body) => post(`/v1/${name}/challenges`, { token, body })),
    );
    for (const { status, body } of challenges) {
      expect([status, body]).toEqual([200, { challenge: expect.stringMatching(/^\w{32}$/) }]);
    }
    expect(new Set(challenges.map(({ body }) => body.challenge)).size).toBe(3);
    const refused = await post(`/v1/${name}/verifications`, { token, body: { keyId: 'k', challenge: 'c' } });
    const { message } = refused.body;
    expect([refused.status, refused.body]).toMatchObject([501, { code: 501, message, reason: message }]);
    for (const route of ['challenges', 'verifications'])
      expect((await post(`/v1/${name}/${route}`, { body: { keyId: randomUUID() } })).status).toBe(401);
  });

  it('is also in the graph', async () => {
    const run = async (field: string) => {
      const mutation = `mutation { ${field} }`;
      return (await graph(mutation, { token: person.token })).body;
    };
    const { data } = await run('createAppProofChallenge(input: { kind: ASSERTION }) { challenge }');
    expect(data.createAppProofChallenge.challenge).toHaveLength(32);
    const { errors } = await run('verifyAppProof(input: { kind: ATTESTATION }) { done }');
    expect(errors[0].extensions).toMatchObject({ code: 'NOT_IMPLEMENTED', status: 501 });
  });
});
