import type { AccountService } from '../../../identity/accounts/account.service';
import type { AuditService } from '../../../identity/audit/audit.service';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { RestrictedTokenService } from '../../../identity/restricted-tokens/restricted-token.service';
import type { TaskService } from '../../../platform/tasks/task.service';
import type { ClinicService } from '../../clinics/clinic.service';
import type { ConnectionRequestService } from '../../patients/connections/connection-request.service';
import type { PatientDirectory } from '../../patients/patient-directory.service';
import type { PatientIdentification } from '../../patients/patient-identification.service';
import type { ConnectedClinics } from '../../clinics/settings/connected-clinics.service';
import type { PatientTagService } from '../../patients/labels/patient-tag.service';
import type { PatientService } from '../../patients/patient.service';
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
  clinics: ClinicService;
  connectedClinics: ConnectedClinics;
  connectionRequests: ConnectionRequestService;
  patientDirectory: PatientDirectory;
  patientIdentification: PatientIdentification;
  patients: PatientService;
  patientTags: PatientTagService;
  ehrSubscriptions: EhrSubscriptionService;
  patientReports: PatientReportService;
}

/** How Xealth and this service authenticate to each other. */
export interface XealthConnection {
  /** The token that Xealth presents. */
  token: string;
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
}

interface XealthOptions {
  /** Absent if Xealth is not configured. */
  connection: XealthConnection | undefined;
  prefix: string;
  baseUrl: string;
  brand: string;
}

const nowhere = { url: '', tokenUrl: '', clientId: '', clientSecret: '' };

/** Creates the services of the Xealth exchange. */
export function createXealthParts(
  services: XealthNeeds,
  { connection, prefix, baseUrl, brand }: XealthOptions,
) {
  const { connectedClinics, database, tasks } = services;
  const xealthOrders = new XealthOrderService(database, tasks, connectedClinics, prefix);
  return {
    xealthAccess: new XealthAccess(connection?.token),
    xealthPreorders: new XealthPreorderService(services, brand),
    xealthOrders,
    xealthOrderProcessor: new XealthOrderProcessor({
      ...services,
      xealthOrders,
      source: new HttpXealthOrderSource(connection ?? nowhere, now),
    }),
    xealthPrograms: new XealthProgramService(services, { baseUrl, brand }),
  };
}
