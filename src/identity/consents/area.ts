import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { SharingService } from '../sharing/sharing.service';
import { ConsentEffects } from './consent-effects';
import { consentMailSamples } from './consent-mails';
import { ConsentRecordEntity } from './consent-record.entity';
import { builtInTexts } from './consent-texts';
import { readConsentTexts } from './consent-texts-file';
import { ConsentService } from './consent.service';

interface Needs extends Base {
  accounts: AccountService;
  audit: AuditService;
  outbox: OutboxService;
  sharing: SharingService;
}

/** Consents of people. Cannot be created when the configured texts cannot be read. */
export const consentsArea = defineArea({
  name: 'consents',
  entities: [ConsentRecordEntity],
  create({ accounts, audit, config, database, outbox, sharing }: Needs) {
    const effects = new ConsentEffects(accounts, sharing, outbox, {
      webUrl: config.WEB_URL,
      donationRecipient: config.DONATION_RECIPIENT,
    });
    const texts = config.CONSENTS_FILE === undefined ? builtInTexts : readConsentTexts(config.CONSENTS_FILE);
    return { consents: new ConsentService(database, effects, audit, texts) };
  },
  forgets: ({ consents }) => ({ consents: ({ userId }) => consents.forgetAccount(userId) }),
  endsGiven: ({ consents }) => ({ consents: (taken) => consents.endGiven(taken) }),
  assertStartable: ({ consents }) => consents.assertTextsUnchanged(),
  mailSamples: consentMailSamples,
});
