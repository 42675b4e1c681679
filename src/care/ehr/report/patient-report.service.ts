import type { GlucoseProfileService, ProfileDrawing } from '../../summaries/glucose-profile.service';
import { now } from '../../../platform/clock';
import type { ClinicEntity } from '../../clinics/clinic.entity';
import type { SummarizedPatient } from '../../patients/patient-directory.service';
import { toFigureTables } from '../statistics';
import { drawReport } from './draw-report';
import type { PatientReport } from './patient-report';

/** Length of the period for figures and profile, in days. */
const days = 14;

/** Reports on patients, as documents for health record systems and for display within them. */
export class PatientReportService {
  constructor(private readonly profiles: GlucoseProfileService) {}

  /** The report from the clinic's copy of the summary, in the clinic's preferred units. */
  of({ patient, summary }: SummarizedPatient, { name, preferredBgUnits }: ClinicEntity): PatientReport {
    const { fullName, birthDate, mrn } = patient;
    const tables = toFigureTables(summary, preferredBgUnits);
    return { clinicName: name, fullName, birthDate, mrn, createdTime: now(), tables };
  }

  /** The report as a PDF document, with the ambulatory glucose profile if the clinic may view the data. */
  async pdf(record: SummarizedPatient, clinic: ClinicEntity): Promise<Buffer> {
    return drawReport(this.of(record, clinic), await this.drawing(record, clinic));
  }

  /** The ambulatory glucose profile as an SVG image; null if the clinic may not view the data. */
  image({ patient }: SummarizedPatient, clinic: ClinicEntity): Promise<string | null> {
    if (!patient.permissions.includes('view')) return Promise.resolve(null);
    return this.profiles.image({ userId: patient.userId, days }, preferredUnits(clinic));
  }

  private drawing({ patient }: SummarizedPatient, clinic: ClinicEntity): Promise<ProfileDrawing | null> {
    if (!patient.permissions.includes('view')) return Promise.resolve(null);
    return this.profiles.drawing({ userId: patient.userId, days }, preferredUnits(clinic));
  }
}

const preferredUnits = ({ preferredBgUnits }: ClinicEntity) =>
  preferredBgUnits === 'mg/dL' ? 'mg/dL' : 'mmol/L';
