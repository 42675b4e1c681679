import type { ClinicService } from '../clinics/clinic.service';
import type { PatientService } from '../clinics/patient.service';
import type { RequestedMails } from '../confirmations/requested-mails.service';
import type { Database } from '../database/database';
import type { EventService } from '../events/event.service';
import type { Throttles } from '../throttle/throttles';
import { PrescriptionClaimService } from './prescription-claim.service';
import { PrescriptionDirectory } from './prescription-directory.service';
import { PrescriptionService } from './prescription.service';

interface House {
  database: Database;
  clinics: ClinicService;
  patients: PatientService;
  requestedMails: RequestedMails;
  events: EventService;
  throttles: Throttles;
}

/** What writes prescriptions, finds them and gives them to patients. */
export function createPrescriptionParts(house: House, webUrl: string) {
  const { database, clinics, patients, requestedMails, events, throttles } = house;
  const prescriptionDirectory = new PrescriptionDirectory(database);
  return {
    prescriptionDirectory,
    prescriptions: new PrescriptionService(
      database,
      prescriptionDirectory,
      clinics,
      requestedMails,
      events,
      webUrl,
    ),
    prescriptionClaims: new PrescriptionClaimService(
      database,
      prescriptionDirectory,
      patients,
      events,
      throttles,
    ),
  };
}
