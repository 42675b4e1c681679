import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ClinicContents } from '../clinics/clinic-contents.service';
import type { PatientContents } from '../patients/patient-contents.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { ClinicService } from '../clinics/clinic.service';
import type { PatientDirectory } from '../patients/patient-directory.service';
import { ClinicMergeEntity } from './clinic-merge.entity';
import type { ClinicKeeper } from '../clinics/ports';
import { ClinicMergeService } from './clinic-merge.service';
import { mergeMailSamples } from './merge-mails';

interface Needs extends Base {
  clinicContents: ClinicContents;
  patientContents: PatientContents;
  clinicNews: ClinicNews;
  clinics: ClinicService;
  confirmationRecords: ConfirmationRecords;
  healthRecordExchange: ClinicKeeper;
  migrations: ClinicKeeper;
  outbox: OutboxService;
  patientDirectory: PatientDirectory;
  prescriptions: ClinicKeeper;
}

/** Merges two clinics into one. */
export const clinicMergingArea = defineArea({
  name: 'clinic-merging',
  entities: [ClinicMergeEntity],
  create(services: Needs) {
    const { config, healthRecordExchange, migrations, prescriptions } = services;
    const keepers = [migrations, healthRecordExchange, prescriptions];
    return { clinicMerges: new ClinicMergeService(services, keepers, config.WEB_URL) };
  },
  // A plan belongs to clinics. The patients and members that it moves have owners of their own.
  forgets: keepsNothing,
  mailSamples: mergeMailSamples,
});
