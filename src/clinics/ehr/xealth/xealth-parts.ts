import type { AccountService } from '../../../accounts/account.service';
import type { AuditService } from '../../../audit/audit.service';
import { now } from '../../../clock';
import type { Database } from '../../../database/database';
import type { RestrictedTokenService } from '../../../restricted-tokens/restricted-token.service';
import type { TaskService } from '../../../tasks/task.service';
import type { ClinicNews } from '../../clinic-news.service';
import type { ConnectionInvitations } from '../../connections/connection-invitations';
import { ConnectionRequestService } from '../../connections/connection-request.service';
import type { PatientDirectory } from '../../patient-directory.service';
import type { PatientTagService } from '../../patient-tag.service';
import type { PatientService } from '../../patient.service';
import type { EhrSubscriptionService } from '../ehr-subscription.service';
import type { PatientReportService } from '../report/patient-report.service';
import { HttpXealthOrderSource } from './order-source';
import { XealthAccess } from './xealth-access';
import { XealthOrderProcessor } from './xealth-order-processor';
import { XealthOrderService } from './xealth-order.service';
import { XealthPreorderService } from './xealth-preorder.service';
import { XealthProgramService } from './xealth-program.service';

export interface XealthNeeds {
  database: Database;
  tasks: TaskService;
  accounts: AccountService;
  audit: AuditService;
  restrictedTokens: RestrictedTokenService;
  connectionInvitations: ConnectionInvitations;
  clinicNews: ClinicNews;
  patientDirectory: PatientDirectory;
  patients: PatientService;
  patientTags: PatientTagService;
  subscriptions: EhrSubscriptionService;
  reports: PatientReportService;
}

/** How Xealth and we know each other. */
export interface XealthConnection {
  /** What Xealth shows with what it sends. */
  token: string;
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
}

interface XealthOptions {
  /** Absent while Xealth is not connected. */
  connection: XealthConnection | undefined;
  prefix: string;
  baseUrl: string;
  brand: string;
}

const nowhere = { url: '', tokenUrl: '', clientId: '', clientSecret: '' };

/** Puts the services of the exchange with Xealth together. */
export function createXealthParts(
  {
    database,
    tasks,
    accounts,
    patientDirectory,
    patients,
    patientTags,
    subscriptions,
    ...needs
  }: XealthNeeds,
  { connection, prefix, baseUrl, brand }: XealthOptions,
) {
  const xealthOrders = new XealthOrderService(database, tasks, prefix);
  return {
    xealthAccess: new XealthAccess(connection?.token),
    xealthPreorders: new XealthPreorderService(database, accounts, patientTags, brand),
    xealthOrders,
    xealthOrderProcessor: new XealthOrderProcessor(
      database,
      xealthOrders,
      new HttpXealthOrderSource(connection ?? nowhere, now),
      patients,
      subscriptions,
      new ConnectionRequestService(database, accounts, needs.connectionInvitations, needs.clinicNews),
    ),
    xealthPrograms: new XealthProgramService(
      database,
      patientDirectory,
      subscriptions,
      needs.restrictedTokens,
      needs.reports,
      needs.audit,
      { baseUrl, brand },
    ),
  };
}
