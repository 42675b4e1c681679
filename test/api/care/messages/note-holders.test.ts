import type { Permission } from '../../../../src/identity/permission';
import { newAccount, type TestAccount } from '../../../support/accounts';
import { expectIds, messenger, newMessage } from '../../../support/messages';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;
let owner: TestAccount;
let friend: TestAccount;

beforeAll(async () => {
  own = await startOwnApp();
  [owner, friend] = [await newAccount(own.server), await newAccount(own.server)];
}, 120_000);

afterAll(() => own.close(), 120_000);

const share = (...permissions: Permission[]) =>
  own.database.transaction((manager) =>
    own.app.services.sharing.grant(manager, owner.userId, friend.userId, permissions),
  );

describe('holders of the permission "note"', () => {
  it('read, write, edit and remove all messages of the account, until it is revoked', async () => {
    const by = messenger(own.server, owner);
    const friends = messenger(own.server, friend);
    const note = await by.sent();
    await share('note');
    const sent = await friends.sent({}, owner.userId);
    const reply = await friends.replied(note);
    for (const id of [sent, reply]) {
      expect((await by.read(id)).body.message).toMatchObject({
        userid: friend.userId,
        groupid: owner.userId,
      });
    }
    expect(expectIds(await friends.all('', owner.userId)).sort()).toEqual([note, sent, reply].sort());
    expect(expectIds(await friends.notes('', owner.userId)).sort()).toEqual([note, sent].sort());
    expect(expectIds(await friends.thread(note)).sort()).toEqual([note, reply].sort());
    expect((await friends.edit(note, { messagetext: 'Edited by a friend' })).status).toBe(200);
    expect((await by.read(note)).body.message).toMatchObject({
      userid: owner.userId,
      messagetext: 'Edited by a friend',
    });
    expect((await friends.remove(note)).status).toBe(202);
    expect((await by.edit(sent, { messagetext: 'Edited by the owner' })).status).toBe(200);
    expect(expectIds(await friends.all())).toEqual([]);
    await share();
    expect((await friends.read(sent)).status).toBe(403);
    expect((await friends.all('', owner.userId)).status).toBe(403);
  });

  it.each<Permission>(['view', 'upload', 'follow', 'custodian'])(
    'are not holders of "%s"',
    async (permission) => {
      const id = await messenger(own.server, owner).sent();
      const friends = messenger(own.server, friend);
      await share(permission);
      for (const answer of [
        await friends.all('', owner.userId),
        await friends.notes('', owner.userId),
        await friends.send(newMessage(), owner.userId),
        await friends.read(id),
        await friends.thread(id),
        await friends.reply(id),
        await friends.edit(id, { messagetext: 'x' }),
        await friends.remove(id),
      ]) {
        expect(answer.status).toBe(403);
      }
    },
  );
});
