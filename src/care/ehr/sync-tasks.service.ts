import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import type { TaskService } from '../../platform/tasks/task.service';
import type { ConnectedClinics } from '../clinics/settings/connected-clinics.service';
import type { EhrSettings } from '../clinics/settings/ehr-settings';
import { toDuration } from './cadence';

/** Type of the tasks that send a clinic's reports periodically. */
export const syncTaskType = (prefix: string): string => `${prefix}.ehr.sync`;

/** Maintains one such task for each clinic with periodic reports. */
export class SyncTasksService {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskService,
    private readonly connectedClinics: ConnectedClinics,
    private readonly prefix: string,
  ) {}

  private get type(): string {
    return syncTaskType(this.prefix);
  }

  /** Creates, updates or deletes the task of a clinic according to its settings; without settings, deletes it. */
  async keep(manager: EntityManager, clinicId: string, settings: EhrSettings | null): Promise<void> {
    const { type } = this;
    const name = `${type}:${clinicId}`;
    const cadence = settings?.enabled ? toDuration(settings.scheduledReports.cadence) : null;
    if (cadence === null) await this.tasks.deleteNamed(manager, [name]);
    else await this.tasks.keep(manager, { type, name, data: { clinicId, cadence } });
  }

  /** `keep` for all clinics, including deleted ones. */
  async keepAll(isStopped: () => boolean): Promise<void> {
    const enabled = await this.connectedClinics.ids();
    const tasks = await this.tasks.ofType(this.type);
    const start = `${this.type}:`;
    const known = tasks.flatMap(({ name }) => (name?.startsWith(start) ? [name.slice(start.length)] : []));
    for (const clinicId of new Set([...enabled, ...known])) {
      if (isStopped()) return;
      await this.database.transaction(async (manager) => {
        await this.keep(manager, clinicId, await this.connectedClinics.lockSettings(manager, clinicId));
      });
    }
  }
}
