import { clinicClosedTopic, type ClinicService, type ClosedClinic } from '../clinics/clinic.service';
import type { PatientService } from '../patients/patient.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import { dependsOn } from '../../platform/composition/dependency';
import type { Throttles } from '../../platform/throttle/throttles';
import { PrescriptionClaimService } from './prescription-claim.service';
import { PrescriptionDirectory } from './prescription-directory.service';
import { prescriptionMailSamples } from './prescription-mail';
import { PrescriptionRevisionEntity } from './prescription-revision.entity';
import { PrescriptionEntity } from './prescription.entity';
import { PrescriptionService } from './prescription.service';

interface Needs extends Base {
  clinics: ClinicService;
  events: EventService;
  patients: PatientService;
  requestedMails: RequestedMails;
  throttles: Throttles;
}

/** Prescriptions of clinics: written, submitted, claimed. */
export const prescriptionsArea = defineArea({
  name: 'prescriptions',
  entities: [PrescriptionEntity, PrescriptionRevisionEntity],
  dependencies: [
    dependsOn('prescription_revisions', ['clinic_id', 'prescription_id'], 'prescriptions', [
      'clinic_id',
      'id',
    ]),
  ],
  create(services: Needs) {
    const prescriptionDirectory = new PrescriptionDirectory(services.database);
    const parts = { ...services, prescriptionDirectory };
    const prescriptions = new PrescriptionService(parts, services.config.WEB_URL);
    return {
      prescriptionDirectory,
      prescriptions,
      prescriptionClaims: new PrescriptionClaimService(parts),
    };
  },
  // A prescription is a document of its clinic and is deleted with it.
  forgets: keepsNothing,
  outbox: ({ prescriptions }) => ({
    [clinicClosedTopic]: (payload) => prescriptions.forgetClinic((payload as ClosedClinic).clinicId),
  }),
  mailSamples: prescriptionMailSamples,
});
