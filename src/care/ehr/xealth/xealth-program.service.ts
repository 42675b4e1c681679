import type { AuditService } from '../../../identity/audit/audit.service';
import { isoTime, now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { notFound } from '../../../platform/errors';
import type { RestrictedTokenService } from '../../../identity/restricted-tokens/restricted-token.service';
import type { ClinicService } from '../../clinics/clinic.service';
import { digest } from '../../../platform/folding';
import type {
  PatientDirectory,
  PatientKey,
  SummarizedPatient,
} from '../../patients/patient-directory.service';
import type { PatientIdentification } from '../../patients/patient-identification.service';
import type { ConnectedClinic, ConnectedClinics } from '../../clinics/settings/connected-clinics.service';
import { xealthSubscription, type EhrSubscriptionEntity } from '../ehr-subscription.entity';
import type { EhrSubscriptionService } from '../ehr-subscription.service';
import type { Json } from '../json-fields';
import type { PatientReport } from '../report/patient-report';
import type { PatientReportService } from '../report/patient-report.service';
import { readDeployment, readEvent, readPerson, type XealthEvent } from './event';
import { findPatient } from './find-patients';
import { describeProgram, findLatest, type XealthProgram } from './programs';
import { XealthViewEntity } from './xealth-view.entity';

/** Path of the page that shows the report. */
const viewerPath = '/v1/xealth/report/web/viewer.html';

/** The only path of a token that shows the reports of a clinic. */
const tokenPath = (clinicId: string): string => `${viewerPath}/${clinicId}`;

interface XealthProgramSettings {
  /** Base URL of the REST routes. */
  baseUrl: string;
  brand: string;
}

/** A report for display, with an image of the glucose profile if the clinic may view the data. */
export interface ShownReport extends PatientReport {
  image: string | null;
}

/** A patient with visible reports. */
interface Enrolled extends ConnectedClinic {
  event: XealthEvent;
  record: SummarizedPatient;
  subscription: EhrSubscriptionEntity;
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  clinics: ClinicService;
  connectedClinics: ConnectedClinics;
  patientDirectory: PatientDirectory;
  patientIdentification: PatientIdentification;
  ehrSubscriptions: EhrSubscriptionService;
  restrictedTokens: RestrictedTokenService;
  patientReports: PatientReportService;
  audit: AuditService;
}

/** Reports that Xealth shows on patients with orders. */
export class XealthProgramService {
  constructor(
    private readonly parts: Parts,
    private readonly settings: XealthProgramSettings,
  ) {}

  /**
   * The programs of a patient: ours, or none. Throws when the event matches no clinic or several, does not identify the
   * patient, or matches several patients.
   */
  async programs(content: Json): Promise<XealthProgram[]> {
    const enrolled = await this.find(content);
    if (!enrolled) return [];
    const { event, record, subscription, settings } = enrolled;
    const { patient, summary } = record;
    const viewedTime = await this.lastView(patient, event);
    const updatedTime = findLatest(summary, 'lastUpdatedDate');
    return [
      {
        title: this.settings.brand,
        description: describeProgram(patient, summary, viewedTime),
        enrolledDate: isoTime(subscription.createdTime).slice(0, 10),
        hasAlert: updatedTime !== null && updatedTime > (viewedTime ?? -Infinity),
        programId: settings.procedureCodes.createAccountAndEnableReports ?? event.programId ?? '',
      },
    ];
  }

  /** A URL that shows the report on a patient for a limited time; records the view. Throws as above. */
  async open(content: Json): Promise<string> {
    const enrolled = await this.find(content);
    if (!enrolled) throw notFound('The patient is not enrolled.');
    const { event, record } = enrolled;
    const { clinicId, userId } = record.patient;
    const token = await this.parts.database.transaction(async (manager) => {
      const view = { clinicId, userId, viewerDigest: hashViewer(event), viewedTime: now() };
      await manager.upsert(XealthViewEntity, view, ['clinicId', 'userId', 'viewerDigest']);
      return this.parts.restrictedTokens.issue(manager, userId, { paths: [tokenPath(clinicId)] });
    });
    const query = new URLSearchParams({ clinicId, patientId: userId, restricted_token: token.id });
    return `${this.settings.baseUrl}${viewerPath}?${query.toString()}`;
  }

  /** Whether a restricted token opens the report on a patient, and the clinic shows reports on the patient. */
  async mayView(tokenId: string, key: PatientKey): Promise<boolean> {
    const path = tokenPath(key.clinicId);
    const token = await this.parts.restrictedTokens.findUsable(tokenId, [path]);
    // A token for paths above it would show the reports of other clinics as well.
    if (token?.userId !== key.userId || !token.paths?.includes(path)) return false;
    const [connected, subscription] = await Promise.all([
      this.parts.connectedClinics.find(key.clinicId),
      this.parts.ehrSubscriptions.findActive(key, xealthSubscription),
    ]);
    return connected?.settings.provider === 'xealth' && subscription !== null;
  }

  /** The report on a patient. Throws when the patient does not exist. */
  async report(key: PatientKey): Promise<ShownReport> {
    const [[clinic], record] = await Promise.all([
      this.parts.clinics.findMany([key.clinicId]),
      this.parts.patientDirectory.find(key),
    ]);
    if (!clinic || !record) throw notFound('The clinic has no such patient.');
    this.parts.audit.record({ subjectId: key.userId, kind: 'READ', operation: `GET ${viewerPath}` });
    const summarized = await this.parts.patientDirectory.summarized(record);
    return {
      ...this.parts.patientReports.of(summarized, clinic),
      image: await this.parts.patientReports.image(summarized, clinic),
    };
  }

  private async find(content: Json): Promise<Enrolled | null> {
    const event = readEvent(content);
    const at = await this.parts.connectedClinics.ofSource('xealth', readDeployment(event));
    const person = readPerson(event, at.settings);
    const { database, patientIdentification } = this.parts;
    const patient = await findPatient(patientIdentification, database.reader, at.clinic.id, person);
    if (!patient) return null;
    const [record, subscription] = await Promise.all([
      this.parts.patientDirectory.find(patient),
      this.parts.ehrSubscriptions.findActive(patient, xealthSubscription),
    ]);
    if (!record || !subscription) return null;
    return { ...at, event, record: await this.parts.patientDirectory.summarized(record), subscription };
  }

  private async lastView({ clinicId, userId }: PatientKey, event: XealthEvent): Promise<number | null> {
    const key = { clinicId, userId, viewerDigest: hashViewer(event) };
    const view = await this.parts.database.reader.findOneBy(XealthViewEntity, key);
    return view?.viewedTime ?? null;
  }
}

const hashViewer = ({ viewer }: XealthEvent): string => digest(viewer ?? '');
