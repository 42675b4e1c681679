import type { AuditService } from '../../identity/audit/audit.service';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { AccountService } from '../../identity/accounts/account.service';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { ServiceCredentialsService } from '../../identity/token-service/service-credentials.service';
import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import { dependsOn } from '../../platform/composition/dependency';
import type { EventService } from '../../platform/events/event.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { ClinicContents } from './clinic-contents.service';
import { ClinicDeletionEntity } from './clinic-deletion.entity';
import { clinicMailSamples } from './clinic-mail-samples';
import { ClinicNews } from './clinic-news.service';
import { ClinicEntity } from './clinic.entity';
import { ClinicService } from './clinic.service';
import { ClinicServiceAccountService } from './people/clinic-service-account.service';
import { ClinicianEntity } from './people/clinician.entity';
import { ClinicianService } from './people/clinician.service';
import { MemberAccounts } from './people/member-accounts.service';
import type { ClinicPatients, HealthRecordExchange, MigrationsToClinics } from './ports';
import { ClinicSettingsService } from './settings/clinic-settings.service';
import { ConnectedClinics } from './settings/connected-clinics.service';
import { ShareCodeEntity } from './share-code.entity';

interface Needs extends Base {
  accounts: AccountService;
  audit: AuditService;
  confirmationRecords: ConfirmationRecords;
  events: EventService;
  metadata: MetadataService;
  outbox: OutboxService;
  requestedMails: RequestedMails;
  serviceCredentials: ServiceCredentialsService;
}

interface Later {
  clinicNews: ClinicNews;
  clinicPatients: ClinicPatients;
  clinicians: ClinicianService;
  healthRecordExchange: HealthRecordExchange;
  migrations: MigrationsToClinics;
}

/** Clinics, their members and their settings. */
export const clinicsArea = defineArea({
  name: 'clinics',
  entities: [ClinicEntity, ClinicDeletionEntity, ClinicianEntity, ShareCodeEntity],
  dependencies: [dependsOn('clinicians', ['clinic_id'], 'clinics', ['id'])],
  create(services: Needs, later: Needs & Later) {
    const { audit, config, database, events, serviceCredentials } = services;
    const webUrl = config.WEB_URL;
    const clinicNews = new ClinicNews(events, audit);
    const clinicians = new ClinicianService({ ...services, clinicNews }, webUrl);
    const clinics = new ClinicService(later, webUrl);
    return {
      clinicContents: new ClinicContents(),
      clinicNames: clinics,
      clinicNews,
      clinicServiceAccounts: new ClinicServiceAccountService(database, clinicians, serviceCredentials),
      clinicSettings: new ClinicSettingsService(later),
      clinicians,
      clinics,
      connectedClinics: new ConnectedClinics(database),
      memberAccounts: new MemberAccounts(database, clinicNews),
    };
  },
  // The patients area removes an account from clinics, from those where it works, too.
  forgets: keepsNothing,
  mailSamples: clinicMailSamples,
});
