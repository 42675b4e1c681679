import { logIn, newAccount, newServerToken, sessionToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { closeStreams, transports, withToken } from '../../support/streams';

const server = serverUnderTest();
const { graph, post } = api(server);

const ended = 'subscription { mySessionEnded { sessionIds current } }';

afterEach(closeStreams);

describe.each(transports)('the end of a session over %s', (_name, connect) => {
  it('is published to the other sessions of the account', async () => {
    const { email, password, token } = await newAccount(server);
    const other = sessionToken(await logIn(server, email, password));
    const { body } = await graph('{ mySessions { edges { node { id current } } } }', { token: other });
    const own = body.data.mySessions.edges.find(({ node }: Json) => node.current).node.id;
    const answers = await connect(server, withToken(token)).subscribe(ended);
    await post('/auth/logout', { token: other });
    expect(await answers.next()).toEqual({ data: { mySessionEnded: { sessionIds: [own], current: false } } });
  });

  it('is published to each session with its own details', async () => {
    const { email, password, token } = await newAccount(server);
    const other = sessionToken(await logIn(server, email, password));
    const own = await connect(server, withToken(token)).subscribe(ended);
    const elsewhere = await connect(server, withToken(other)).subscribe(ended);
    const again = await connect(server, withToken(other)).subscribe(ended);
    await post('/auth/logout', { token: other });
    const heard = await Promise.all([own, elsewhere, again].map((answers) => answers.next()));
    expect(heard.map(({ data }) => data.mySessionEnded.current)).toEqual([false, true, true]);
  });

  it('is the last event for its own dashboard', async () => {
    const { token } = await newAccount(server);
    const answers = await connect(server, withToken(token)).subscribe(ended);
    await post('/auth/logout', { token });
    const { data } = await answers.next();
    expect(data.mySessionEnded).toEqual({ sessionIds: [expect.any(String)], current: true });
    await expect(answers.next()).rejects.toBeDefined();
  });

  it('is published to no one else', async () => {
    const [one, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const answers = await connect(server, withToken(one.token)).subscribe(ended);
    await post('/auth/logout', { token: other.token });
    await post('/auth/logout', { token: one.token });
    expect((await answers.next()).data.mySessionEnded.current).toBe(true);
  });

  it('is refused to servers', async () => {
    const token = await newServerToken(server);
    const { errors } = await connect(server, withToken(token)).ask(ended);
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
