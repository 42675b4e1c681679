import type { AccountService } from '../accounts/account.service';
import type { ConfirmationRecords } from '../confirmations/confirmation-records.service';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import type { Database } from '../database/database';
import type { MetadataService } from '../metadata/metadata.service';
import type { ClinicNews } from './clinic-news.service';
import type { ClinicService } from './clinic.service';
import { ClinicianInviteService } from './clinician-invite.service';
import type { ClinicianService } from './clinician.service';
import type { CustodialPatients } from './custodial-patients.service';
import { PatientCareService } from './patient-care.service';
import type { PatientDirectory } from './patient-directory.service';
import { PatientInviteService } from './patient-invite.service';
import { PatientListService } from './patient-list.service';
import type { PatientRemoval } from './patient-removal.service';
import type { PatientService } from './patient.service';
import { SiteService } from './site.service';

/** What the services of this file need from others. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  clinics: ClinicService;
  clinicians: ClinicianService;
  patients: PatientService;
  patientDirectory: PatientDirectory;
  patientRemoval: PatientRemoval;
  custodialPatients: CustodialPatients;
  confirmationRecords: ConfirmationRecords;
  clinicNews: ClinicNews;
  requestedMails: RequestedMails;
}

interface PatientSettings {
  webUrl: string;
  /** Seconds that an invitation holds. */
  lifetime: number;
}

/** What clinics do with their patients from day to day. */
export function createPatientServices(parts: Parts, settings: PatientSettings) {
  const { database, accounts, metadata, clinics, clinicians, patients, patientDirectory, patientRemoval } =
    parts;
  const { custodialPatients, confirmationRecords, clinicNews, requestedMails } = parts;
  return {
    patientCare: new PatientCareService(
      database,
      accounts,
      patientDirectory,
      custodialPatients,
      patientRemoval,
      clinicNews,
      requestedMails,
      settings.webUrl,
    ),
    patientList: new PatientListService(database, patientDirectory),
    clinicianInvites: new ClinicianInviteService(
      database,
      accounts,
      metadata,
      clinicians,
      confirmationRecords,
      requestedMails,
      clinicNews,
      settings.webUrl,
    ),
    patientInvites: new PatientInviteService(
      database,
      metadata,
      clinics,
      clinicians,
      patients,
      patientDirectory,
      confirmationRecords,
      requestedMails,
      clinicNews,
      settings,
    ),
    sites: new SiteService(database, clinicNews),
  };
}
