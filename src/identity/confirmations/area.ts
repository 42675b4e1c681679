import type { AccountService } from '../accounts/account.service';
import type { AccountTakeovers } from '../accounts/account-takeovers.service';
import type { AuditService } from '../audit/audit.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { RestrictedTokenService } from '../restricted-tokens/restricted-token.service';
import type { SharingService } from '../sharing/sharing.service';
import type { TransactionThrottle } from '../../platform/throttle/transaction-throttle';
import { ConfirmationRecords } from './confirmation-records.service';
import { ConfirmationEntity } from './confirmation.entity';
import { ConfirmationService } from './confirmation.service';
import { InvitationService } from './invitation.service';
import { MailedLinks } from './mailed-links';
import { confirmationMailSamples } from './mails/samples';
import { PasswordResetService } from './password-reset.service';
import type { ClinicNames, FirstAlerts, ProviderLinks, SessionEnder } from './ports';
import { RequestedMails } from './requested-mails.service';
import { SignupMailWriter } from './signup-mail-writer';

interface Needs extends Base {
  accounts: AccountService;
  accountTakeovers: AccountTakeovers;
  audit: AuditService;
  events: EventService;
  mailThrottle: TransactionThrottle;
  senderThrottle: TransactionThrottle;
  metadata: MetadataService;
  outbox: OutboxService;
  restrictedTokens: RestrictedTokenService;
  sharing: SharingService;
}

interface Later {
  linkedIdentities: ProviderLinks;
  clinicNames: ClinicNames;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  firstAlerts: FirstAlerts;
  requestedMails: RequestedMails;
  sessions: SessionEnder;
}

/** Confirmations by mail: addresses, invitations, password resets. */
export const confirmationsArea = defineArea({
  name: 'confirmations',
  entities: [ConfirmationEntity],
  create(services: Needs, later: Needs & Later) {
    const { config, database, restrictedTokens } = services;
    const webUrl = config.WEB_URL;
    const confirmationRecords = new ConfirmationRecords(database);
    const requestedMails = new RequestedMails(services);
    const writer = new SignupMailWriter(later, webUrl);
    return {
      confirmationRecords,
      requestedMails,
      addressListener: new MailedLinks(confirmationRecords, restrictedTokens),
      confirmations: new ConfirmationService(
        { ...services, confirmationRecords, requestedMails, writer },
        config.SIGNUP_TTL,
      ),
      invitations: new InvitationService(later, { webUrl, lifetime: config.INVITE_TTL }),
      passwordResets: new PasswordResetService(later, { webUrl, lifetime: config.RESET_TTL }),
    };
  },
  forgets: ({ confirmationRecords }) => ({
    confirmations: (gone) => confirmationRecords.forgetAccount(gone),
  }),
  outbox: ({ passwordResets }) => ({
    'password-reset': (payload) => passwordResets.sendMail((payload as { email: string }).email),
  }),
  mailSamples: confirmationMailSamples,
});
