import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import type { Config } from '../config';
import type { Database } from '../database/database';
import type { OutboxService } from '../outbox/outbox.service';
import type { SharingService } from '../sharing/sharing.service';
import { ConsentEffects } from './consent-effects';
import { builtInTexts } from './consent-texts';
import { readConsentTexts } from './consent-texts-file';
import { ConsentService } from './consent.service';

interface Parts {
  accounts: AccountService;
  audit: AuditService;
  outbox: OutboxService;
  sharing: SharingService;
}

/** Consents with the texts of the settings. Throws when those cannot be read. */
export function createConsents(
  database: Database,
  { accounts, audit, outbox, sharing }: Parts,
  { CONSENTS_FILE, DONATION_RECIPIENT, WEB_URL }: Config,
): ConsentService {
  const effects = new ConsentEffects(accounts, sharing, outbox, {
    webUrl: WEB_URL,
    donationRecipient: DONATION_RECIPIENT,
  });
  const texts = CONSENTS_FILE === undefined ? builtInTexts : readConsentTexts(CONSENTS_FILE);
  return new ConsentService(database, effects, audit, texts);
}
