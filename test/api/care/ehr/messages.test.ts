import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newOrder, sendMessage } from '../../../support/ehr';
import { serverUnderTest, verificationToken } from '../../../support/server';

const server = serverUnderTest();
const { post, graph } = api(server);

describe('the challenge', () => {
  const verify = (body: unknown) => post('/v1/redox/verify', { body });

  it('is returned to callers with the token', async () => {
    const { status, body } = await verify({ 'verification-token': verificationToken, challenge: 'abc' });
    expect([status, body]).toEqual([200, { challenge: 'abc' }]);
  });

  it('is refused without the correct token, and is required', async () => {
    for (const body of [
      { 'verification-token': 'wrong', challenge: 'abc' },
      { challenge: 'abc' },
      { 'verification-token': null, challenge: 'abc' },
      [],
      undefined,
    ]) {
      expect([body, (await verify(body)).status]).toEqual([body, 401]);
    }
    const body = { 'verification-token': verificationToken };
    expect((await verify(body)).status).toBe(400);
  });
});

describe('messages', () => {
  it('are stored under an id, again each time', async () => {
    const message = { Meta: { DataModel: 'Scheduling', EventType: 'Cancel' } };
    const [one, other] = [await sendMessage(server, message), await sendMessage(server, message)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body).toEqual({ documentId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(one.body).not.toEqual(other.body);
  });

  it('are refused without the correct token, whatever their content and other credentials', async () => {
    const token = await newServerToken(server);
    for (const wrong of [null, 'wrong', `${verificationToken} `.repeat(2)]) {
      expect((await sendMessage(server, newOrder('a'), wrong)).status).toBe(401);
      expect((await sendMessage(server, 'no', wrong)).status).toBe(401);
    }
    expect((await post('/v1/redox', { token, body: newOrder('a') })).status).toBe(401);
  });

  it('are accepted with any session token', async () => {
    const headers = { 'verification-token': verificationToken };
    const { status } = await post('/v1/redox', { token: 'nonsense', body: newOrder('a'), headers });
    expect(status).toBe(200);
  });

  it.each([
    [{}],
    [{ Meta: {} }],
    [{ Meta: { DataModel: 'Order' } }],
    [{ Meta: { DataModel: 'Order', EventType: '' } }],
    [{ Meta: { DataModel: 5, EventType: 'New' } }],
    [{ Meta: { DataModel: 'Order', EventType: 'x'.repeat(300) } }],
    [{ Meta: [] }],
    [[]],
    [null],
    ['text'],
    [undefined],
  ])('are refused when they are %j', async (message) => {
    expect((await sendMessage(server, message)).status).toBe(400);
  });

  it('are refused with a number that is too large to be stored, and say where it is', async () => {
    const headers = { 'verification-token': verificationToken };
    const raw = JSON.stringify(newOrder('a')).replace('{', '{"Extra":{"x":[1,1e400]},');
    const { status, body } = await post('/v1/redox', { headers, raw });
    expect([status, body.reason]).toEqual([
      400,
      '"Extra/x/1" is invalid: The number is too large to be stored.',
    ]);
    expect(body.errors).toMatchObject([{ code: 'value-out-of-range', source: { pointer: '/Extra/x/1' } }]);
  });

  it('point into the message when they do not state their subject', async () => {
    const { body } = await sendMessage(server, { Meta: { DataModel: 'Order' } });
    expect(body.errors).toMatchObject([{ source: { pointer: '/Meta/EventType' } }]);
  });

  it('are refused if not JSON', async () => {
    const answer = await fetch(`${server.url}/v1/redox`, {
      method: 'POST',
      headers: { 'verification-token': verificationToken },
      body: '{"Meta":',
    });
    expect(answer.status).toBe(400);
  });

  it('are accepted in the graph with the same token', async () => {
    const query = `mutation ($input: ReceiveEhrMessageInput!) { receiveEhrMessage(input: $input) { documentId } }`;
    const { token } = await newAccount(server);
    const message = newOrder('a');
    const input = { verificationToken, message };
    expect((await graph(query, { variables: { input } })).body.data).toEqual({
      receiveEhrMessage: { documentId: expect.stringMatching(/^[0-9a-f]{24}$/) },
    });
    const wrong = { input: { verificationToken: 'wrong', message } };
    expect((await graph(query, { token, variables: wrong })).body.errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ]);
  });
});
