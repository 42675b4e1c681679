import type { Database } from '../../database/database';
import type { TaskService } from '../../tasks/task.service';
import type { PatientDirectory } from '../patient-directory.service';
import { EhrMatchService } from './ehr-match.service';
import { EhrMessageService } from './ehr-message.service';
import { EhrSubscriptionService } from './ehr-subscription.service';
import { EhrSyncService } from './ehr-sync.service';

interface EhrNeeds {
  database: Database;
  tasks: TaskService;
  directory: PatientDirectory;
  /** What Redox shows with its messages; without one none are accepted. */
  verificationToken: string | undefined;
  /** What names of types of tasks begin with. */
  prefix: string;
}

/** Puts the services of the exchange with health record systems together. */
export function createEhrParts({ database, tasks, directory, verificationToken, prefix }: EhrNeeds) {
  const ehrMessages = new EhrMessageService(database, tasks, { verificationToken, prefix });
  const ehrSubscriptions = new EhrSubscriptionService(database, ehrMessages);
  return {
    ehrMessages,
    ehrSubscriptions,
    ehrMatches: new EhrMatchService(database, ehrMessages, ehrSubscriptions, directory),
    ehrSync: new EhrSyncService(database, ehrSubscriptions, tasks, prefix),
  };
}
