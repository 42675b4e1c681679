import { newAccount } from '../../support/accounts';
import { invitations } from '../../support/invitations';
import { serverUnderTest } from '../../support/server';
import { closeStreams, transports, withToken } from '../../support/streams';

const server = serverUnderTest();
const { invited, accept, decline, cancel } = invitations(server);

const received = 'subscription { invitationReceived { key permissions creator { userId } } }';
const changed = 'subscription { invitationStatusChanged { key status } }';

afterEach(closeStreams);

describe.each(transports)('invitations over %s', (_name, connect) => {
  it('are published to their recipient, and to no one else', async () => {
    const [inviter, friend, other] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    const answers = await connect(server, withToken(friend.token)).subscribe(received);
    const elsewhere = await connect(server, withToken(other.token)).subscribe(received);
    const { key } = await invited(inviter, friend.email, 'view', 'note');
    const creator = { userId: inviter.userId };
    expect(await answers.next()).toEqual({
      data: { invitationReceived: { key, permissions: ['VIEW', 'NOTE'], creator } },
    });
    const later = await invited(inviter, other.email);
    expect((await elsewhere.next()).data.invitationReceived.key).toBe(later.key);
  });

  it('show both sides the outcome', async () => {
    const [inviter, friend] = [await newAccount(server), await newAccount(server)];
    const sides = [
      await connect(server, withToken(inviter.token)).subscribe(changed),
      await connect(server, withToken(friend.token)).subscribe(changed),
    ];
    const keys = [];
    for (const [end, status] of [
      [(key: string) => decline(friend, inviter, key), 'DECLINED'],
      [(key: string) => accept(friend, inviter, key), 'COMPLETED'],
    ] as const) {
      const { key } = await invited(inviter, friend.email);
      keys.push(key);
      await end(key);
      for (const answers of sides)
        expect(await answers.next()).toEqual({ data: { invitationStatusChanged: { key, status } } });
    }
    await cancel(inviter, friend.email);
    for (const answers of sides)
      expect(await answers.next()).toEqual({
        data: { invitationStatusChanged: { key: keys[0], status: 'CANCELED' } },
      });
  });
});
