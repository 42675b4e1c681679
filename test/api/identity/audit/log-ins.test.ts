import { accessLog, onRecord } from '../../../support/access-log';
import { logIn, newAccount, newServerToken, sessionToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { exported } from '../../../support/exports';
import { messenger } from '../../../support/messages';
import {
  decodeClaims,
  clients,
  endpoint,
  getTokens,
  newAccount as newRealmAccount,
  postForm,
  refreshForm,
  tokenRequest,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import { closeStreams, overWebSocket, withToken } from '../../../support/streams';

const server = serverUnderTest();
const { get, graph, post } = api(server);

afterEach(closeStreams);

describe('the owner of an account', () => {
  it('sees log-ins, renewed tokens and log-outs', async () => {
    const { userId, email, password } = await newAccount(server);
    const token = sessionToken(await logIn(server, email, password));
    await get('/auth/login', { token });
    await post('/auth/logout', { token });
    const asServer = await newServerToken(server);
    const itself = { actorId: userId, reason: null };
    await onRecord(server, userId, asServer, { ...itself, kind: 'TOKEN', operation: 'renewal' });
    await onRecord(server, userId, asServer, { ...itself, kind: 'LOG_OUT', operation: 'log-out' });
    const entries = await accessLog(server, userId, asServer);
    expect(entries.filter(({ kind }: Json) => kind === 'LOG_IN')).toHaveLength(2);
    expect(entries.filter(({ kind }: Json) => kind === 'LOG_OUT')).toHaveLength(1);
  });

  it('sees attempts to log in with a wrong password', async () => {
    const { userId, email, token } = await newAccount(server);
    await logIn(server, email, 'not the password');
    const entry = await onRecord(server, userId, token, { kind: 'REFUSED', operation: 'log-in' });
    expect(entry).toMatchObject({ actorId: null, reason: null, client: null });
    const query = '{ me { accessLog { edges { node { actorId actor { id } } } } } }';
    const { body } = await graph(query, { token });
    const nodes: Json[] = body.data.me.accessLog.edges.map(({ node }: Json) => node);
    const index = nodes.findIndex(({ actorId }) => actorId === null);
    expect(nodes[index]).toEqual({ actorId: null, actor: null });
    // Other tests may list all accounts, and their callers are strangers.
    const errors: Json[] = body.errors ?? [];
    expect(errors.filter(({ path }) => path.includes(index))).toEqual([]);
  });

  it('sees which client received tokens, and how', async () => {
    const user = await newRealmAccount();
    const { refresh_token: refreshToken } = await getTokens(user);
    await tokenRequest(refreshForm(clients.web, refreshToken));
    const asServer = await newServerToken(server);
    const client = clients.web.id;
    await onRecord(server, user.userId, asServer, { kind: 'LOG_IN', client });
    for (const operation of ['authorization_code', 'refresh_token']) {
      await onRecord(server, user.userId, asServer, { kind: 'TOKEN', operation, client });
    }
  });

  it('sees log-outs of an app that stays logged in, and nothing of trusted servers', async () => {
    const user = await newRealmAccount();
    const asServer = await newServerToken(server);
    const client = clients.phone.id;
    const { refresh_token: token } = await getTokens(user, {
      client: clients.phone,
      changes: { scope: 'openid offline_access' },
    });
    await postForm(endpoint('revoke'), { client_id: client, token });
    const wanted = { actorId: user.userId, kind: 'LOG_OUT', operation: 'log-out', client, reason: null };
    await onRecord(server, user.userId, asServer, wanted);
    const kinds = (await accessLog(server, user.userId, asServer)).map(({ kind }: Json) => kind as string);
    expect(kinds.filter((kind) => kind === 'LOG_OUT')).toHaveLength(1);
    const other = await newServerToken(server);
    const { sub } = decodeClaims(other);
    await post('/auth/logout', { token: other });
    expect((await get('/auth/user/nobody', { token: other })).status).toBe(401);
    expect(typeof sub).toBe('string');
  });

  it('sees a subscriber once, whatever the number of events', async () => {
    const [owner, listener] = [await newAccount(server), await newAccount(server)];
    await share(server, owner, listener, 'view', 'note');
    const query = 'subscription Listen($id: ID!) { messageAdded(userId: $id) { id } }';
    const answers = await overWebSocket(server, withToken(listener.token)).subscribe(query, {
      id: owner.userId,
    });
    for (const messagetext of ['One', 'Two', 'Three']) {
      await messenger(server, owner).sent({ messagetext });
      expect((await answers.next()).data).toMatchObject({ messageAdded: { id: expect.any(String) } });
    }
    await get(`/data/${owner.userId}`, { token: listener.token });
    // Entries are stored in order, so all entries of the events precede this one.
    await onRecord(server, owner.userId, owner.token, { operation: 'GET /data/{userId}' });
    const entries = await accessLog(server, owner.userId, owner.token);
    const heard = entries.filter(({ operation }: Json) => operation === 'subscription Listen');
    const fields = heard.flatMap(({ fields }: Json) => fields);
    expect(fields).toContain('Subscription.messageAdded');
    expect(new Set(fields).size).toBe(fields.length);
    const ofListener = entries.filter(({ actorId }: Json) => actorId === listener.userId);
    const operations = ofListener.map(({ operation }: Json) => operation as string);
    expect([...new Set(operations)].sort()).toEqual(['GET /data/{userId}', 'subscription Listen']);
  });

  it('sees downloads of exported records', async () => {
    const [owner, viewer] = [await newAccount(server), await newAccount(server)];
    await share(server, owner, viewer, 'view');
    await exported(server, owner.userId, '', viewer.token);
    const wanted = { actorId: viewer.userId, operation: 'GET /export/{userId}', kind: 'READ' };
    expect(await onRecord(server, owner.userId, owner.token, wanted)).toMatchObject({ reason: 'SHARE' });
  });
});
