import type { AccountService } from '../accounts/account.service';
import type { SessionService } from '../auth/session.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { PasswordResetService } from '../confirmations/password-reset.service';
import type { MetadataService } from '../metadata/metadata.service';
import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import type { Mailer } from '../../platform/mail/mailer';
import { AccountAdministration } from './account-administration.service';
import { TestMailService } from './test-mail.service';

interface Needs extends Base {
  accounts: AccountService;
  confirmations: ConfirmationService;
  mailer: Mailer;
  metadata: MetadataService;
  passwordResets: PasswordResetService;
  sessions: SessionService;
}

/** Administration of the service, by operators at the command line and by administrators in the graph. */
export const administrationArea = defineArea({
  name: 'administration',
  create: (services: Needs) => ({
    accountAdministration: new AccountAdministration(services),
    testMails: new TestMailService(services.mailer, services.config.BASE_URL),
  }),
  // The access log says who has administered an account.
  forgets: keepsNothing,
});
