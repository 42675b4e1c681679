import type { Database } from '../../platform/database/database';
import type { TaskOutcome } from '../../platform/tasks/task-handler';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { PatientSummary } from '../patients/patient-summary.entity';
import type { ConnectedClinics } from '../clinics/settings/connected-clinics.service';
import { toFlowsheet, toNote } from './answers';
import type { EhrMessageService } from './ehr-message.service';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import type { EhrSyncService } from './ehr-sync.service';
import { readOrder } from './order';
import type { OutgoingService } from './outgoing.service';
import type { PatientReportService } from './report/patient-report.service';
import type { ScheduledOrderEntity } from './scheduled-order.entity';
import { toObservations } from './statistics';

/** Milliseconds during which the next note replaces the previous one, if the clinic has chosen that. */
const replaceable = 5 * 60_000;

const readTime = (value: unknown): number => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? -Infinity : time;
};

const findLastUpload = (summary: PatientSummary | null): number =>
  Math.max(
    readTime(summary?.cgmStats?.dates?.lastUploadDate),
    readTime(summary?.bgmStats?.dates?.lastUploadDate),
  );

const isReplaced = ({ precedingTime, createdTime }: ScheduledOrderEntity): boolean =>
  precedingTime !== null && createdTime - precedingTime < replaceable;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  connectedClinics: ConnectedClinics;
  ehrSubscriptions: EhrSubscriptionService;
  ehrSync: EhrSyncService;
  ehrMessages: EhrMessageService;
  patientDirectory: PatientDirectory;
  ehrOutgoing: OutgoingService;
  patientReports: PatientReportService;
}

/** Sends scheduled reports. */
export class ReportSender {
  constructor(private readonly parts: Parts) {}

  /** Sends a report, unless it is no longer wanted or would contain nothing new. */
  async process(scheduledOrderId: string): Promise<TaskOutcome> {
    const due = await this.parts.ehrSync.find(scheduledOrderId);
    if (!due) return { state: 'completed' };
    const { clinicId, userId } = due;
    const [connected, found, message, follows] = await Promise.all([
      this.parts.connectedClinics.find(clinicId),
      this.parts.patientDirectory.find({ clinicId, userId }),
      this.parts.ehrMessages.findOrder(due.messageId),
      this.parts.ehrSubscriptions.follows(this.parts.database.reader, due, due.messageId),
    ]);
    if (!connected || !found || !message || !follows) return { state: 'completed' };
    const { clinic, settings } = connected;
    const since = due.precedingTime ?? readTime(readOrder(message.content).eventTime);
    const record = await this.parts.patientDirectory.summarized(found);
    if (findLastUpload(record.summary) <= since) return { state: 'completed' };
    const observations = toObservations(record.summary, settings, clinic.preferredBgUnits);
    const replaces = settings.scheduledReports.onUploadNoteEventType === 'Replace' && isReplaced(due);
    const report = () => this.parts.patientReports.pdf(record, clinic);
    const note = { id: due.id, replacedId: replaces ? due.precedingId : null, report };
    const contents = [
      toFlowsheet({ message, settings }, observations),
      await toNote({ message, settings }, observations, note),
    ].filter((content) => content !== null);
    return {
      state: 'completed',
      effect: (manager) =>
        this.parts.ehrOutgoing.add(manager, { clinicId, userId, orderId: due.messageId }, contents),
    };
  }
}
