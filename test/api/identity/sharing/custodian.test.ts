import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, permissionSet } from '../../../support/shares';

const server = serverUnderTest();
const { get, post } = api(server);

const between = (sharer: { userId: string }, grantee: { userId: string }) =>
  `/access/${sharer.userId}/${grantee.userId}`;

let owner: TestAccount;
let member: TestAccount;
let patient: { userId: string };
let serverToken: string;

beforeEach(async () => {
  owner = await newAccount(server);
  member = await newAccount(server);
  patient = { userId: (await newCustodialAccount(server, owner)).userid };
  serverToken = await newServerToken(server);
});

describe('a custodian', () => {
  it('manages the shares of the account, and keeps its own custody by sending it back', async () => {
    const { token } = owner;
    expect((await get(between(patient, owner), { token })).body).toEqual(
      permissionSet('custodian', 'view', 'upload'),
    );
    expect((await post(between(patient, member), { token, body: permissionSet('view') })).status).toBe(200);
    expect((await get(`/access/${patient.userId}`, { token })).body).toEqual({
      [patient.userId]: { root: {} },
      [owner.userId]: permissionSet('custodian', 'view', 'upload'),
      [member.userId]: permissionSet('view'),
    });
    expect((await get(`/access/groups/${patient.userId}`, { token })).body).toEqual({
      [patient.userId]: { root: {} },
    });
    expect((await get(between(patient, member), { token })).body).toEqual(permissionSet('view'));
    const without = await post(between(patient, owner), { token, body: permissionSet('custodian', 'view') });
    expect(without.body).toEqual(permissionSet('custodian', 'view'));
    const alone = await post(between(patient, owner), { token, body: permissionSet('custodian') });
    expect(alone.body).toEqual(permissionSet('custodian'));
  });

  it('cannot make others custodians, while a trusted server can', async () => {
    const path = between(patient, member);
    const wanted = permissionSet('custodian', 'note');
    expect((await post(path, { token: owner.token, body: wanted })).body).toEqual(permissionSet('note'));
    expect((await post(path, { token: owner.token, body: permissionSet('custodian') })).body).toEqual({});
    expect((await post(path, { token: serverToken, body: wanted })).body).toEqual(wanted);
    expect((await get(`/access/${patient.userId}`, { token: member.token })).status).toBe(200);
  });

  it('loses its permissions once it has left', async () => {
    const path = between(patient, owner);
    expect((await post(path, { token: owner.token })).body).toEqual({});
    expect((await post(path, { token: owner.token, body: permissionSet('custodian') })).status).toBe(401);
    expect((await get(`/access/${patient.userId}`, { token: owner.token })).status).toBe(401);
  });

  it('gets validation errors for a body', async () => {
    expect(
      (await post(between(patient, owner), { token: owner.token, body: permissionSet('admin') })).status,
    ).toBe(400);
  });
});
