import { ConsentEffects } from '../../../../src/identity/consents/consent-effects';
import { builtInTexts } from '../../../../src/identity/consents/consent-texts';
import { ConsentService } from '../../../../src/identity/consents/consent.service';
import { accessLog } from '../../../support/access-log';
import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { dataDonation, newGrantor } from '../../../support/consents';
import { waitForMails } from '../../../support/mails';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const ripple = { type: 'ripple', version: 1, metadata: undefined };

const subjectsOf = (mails: string[]) =>
  mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim()).sort();

describe('a person who gives a consent', () => {
  it('receives its text by mail, and a mail when it ends', async () => {
    const server = serverUnderTest();
    const grantor = await newGrantor(server);
    const { id } = await grantor.granted();
    await grantor.granted(ripple);
    const granted = await waitForMails(server, grantor.email, 2);
    expect(subjectsOf(granted)).toEqual([
      'You have agreed: Donate your diabetes data',
      'You have agreed: Take part in the study Ripple',
    ]);
    expect(granted.join('\n')).toContain('You may end the donation at any time.');
    await grantor.revoke(id);
    await grantor.revoke(id);
    expect(subjectsOf(await waitForMails(server, grantor.email, 4))).toEqual([
      ...subjectsOf(granted),
      'Your consent has ended: Donate your diabetes data',
      'Your consent has ended: Take part in the study Ripple',
    ]);
  });
});

describe('a donation of data', () => {
  it('lets the configured account view the data until it ends, and revokes nothing else from it', async () => {
    const own = await startOwnApp();
    const [owner, recipient] = [await newAccount(own.server), await newAccount(own.server)];
    const { accounts, audit, sharing, outbox } = own.app.services;
    const settings = { webUrl: 'https://web.example.org', donationRecipient: recipient.userId };
    const effects = new ConsentEffects(accounts, sharing, outbox, settings);
    const consents = new ConsentService(own.database, effects, audit, builtInTexts);
    const held = async () => {
      const path = `/access/${owner.userId}/${recipient.userId}`;
      const { status, body } = await api(own.server).get(path, { token: owner.token });
      return status === 200 ? Object.keys(body).sort() : [];
    };
    const changesOfShares = async () => {
      const entries = await accessLog(own.server, owner.userId, owner.token);
      return entries.flatMap((entry: Json) => entry.share ?? []);
    };
    const signed = { ageGroup: '>=18', ownerName: 'Ann Ba', grantorType: 'owner', organizations: [] };
    const grant = (type: string, version: number) =>
      consents.grant(owner.userId, { ...signed, type, version });
    const study = await grant('ripple', 1);
    expect(await held()).toEqual([]);
    await grant(dataDonation, 1);
    const newer = await grant(dataDonation, 2);
    expect(await held()).toEqual(['view']);
    await consents.revoke(owner.userId, newer.id);
    expect(await held()).toEqual([]);
    const shared = await api(own.server).get(`/access/groups/${recipient.userId}`, recipient);
    expect(shared.body).toEqual({ [recipient.userId]: { root: {} } });
    expect((await consents.find(owner.userId, study.id)).revocationTime).not.toBeNull();
    const last = await grant(dataDonation, 2);
    await share(own.server, owner, recipient, 'view', 'note');
    await consents.revoke(owner.userId, last.id);
    expect(await held()).toEqual(['note']);
    const withoutText = await grant(dataDonation, 2);
    expect(await held()).toEqual(['note', 'view']);
    await new ConsentService(own.database, effects, audit, []).revoke(owner.userId, withoutText.id);
    expect(await held()).toEqual(['note']);
    for (const left of [['note'], []]) {
      const again = await grant(dataDonation, 2);
      await share(own.server, owner, recipient, ...left);
      const changes = await changesOfShares();
      await consents.revoke(owner.userId, again.id);
      expect(await held()).toEqual(left);
      expect(await changesOfShares()).toEqual(changes);
    }
    await own.close();
  });
});
