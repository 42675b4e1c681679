import type { Database } from '../../database/database';
import type { TaskOutcome } from '../../tasks/task-handler';
import { ClinicEntity } from '../clinic.entity';
import type { PatientDirectory } from '../patient-directory.service';
import type { PatientSummary } from '../patient-summary.entity';
import { flowsheetOf, noteOf } from './answers';
import type { EhrMessageService } from './ehr-message.service';
import type { EhrSyncService } from './ehr-sync.service';
import { orderOf } from './order';
import type { OutgoingService } from './outgoing.service';
import type { PatientReportService } from './report/patient-report.service';
import type { ScheduledOrderEntity } from './scheduled-order.entity';
import { observationsOf } from './statistics';

/** Milliseconds during which a note is replaced by the next one, where the clinic wants that. */
const replaceable = 5 * 60_000;

const timeOf = (value: unknown): number => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? -Infinity : time;
};

const lastUploadOf = (summary: PatientSummary | null): number =>
  Math.max(
    timeOf(summary?.cgmStats?.dates?.lastUploadDate),
    timeOf(summary?.bgmStats?.dates?.lastUploadDate),
  );

const isReplaced = ({ precedingTime, createdTime }: ScheduledOrderEntity): boolean =>
  precedingTime !== null && createdTime - precedingTime < replaceable;

/** Sends the reports that are due without an order. */
export class ReportSender {
  constructor(
    private readonly database: Database,
    private readonly sync: EhrSyncService,
    private readonly messages: EhrMessageService,
    private readonly directory: PatientDirectory,
    private readonly outgoing: OutgoingService,
    private readonly reports: PatientReportService,
  ) {}

  /** Sends a report, unless nobody wants it any more or it would say nothing new. */
  async process(scheduledOrderId: string): Promise<TaskOutcome> {
    const due = await this.sync.find(scheduledOrderId);
    if (!due) return { state: 'completed' };
    const { clinicId, userId } = due;
    const [clinic, found, message] = await Promise.all([
      this.database.reader.findOneBy(ClinicEntity, { id: clinicId }),
      this.directory.find({ clinicId, userId }),
      this.messages.findOrder(due.messageId),
    ]);
    const settings = clinic?.ehrSettings;
    if (!clinic || !found || !message || !settings?.enabled) return { state: 'completed' };
    const since = due.precedingTime ?? timeOf(orderOf(message.content).eventTime);
    const record = await this.directory.summarized(found);
    if (lastUploadOf(record.summary) <= since) return { state: 'completed' };
    const observations = observationsOf(record.summary, settings, clinic.preferredBgUnits);
    const replaces = settings.scheduledReports.onUploadNoteEventType === 'Replace' && isReplaced(due);
    const report = () => this.reports.pdf(record, clinic);
    const note = { id: due.id, replacedId: replaces ? due.precedingId : null, report };
    const contents = [
      flowsheetOf({ message, settings }, observations),
      await noteOf({ message, settings }, observations, note),
    ].filter((content) => content !== null);
    return {
      state: 'completed',
      effect: (manager) => this.outgoing.add(manager, { clinicId, userId, orderId: due.messageId }, contents),
    };
  }
}
