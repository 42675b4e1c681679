import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import type { TaskService } from '../../platform/tasks/task.service';
import type { ConnectedClinics } from '../clinics/settings/connected-clinics.service';
import type { EhrSettings } from '../clinics/settings/ehr-settings';
import { durationOf } from './cadence';

/** Tasks that send the reports of a clinic again and again. */
export const syncTaskType = (prefix: string): string => `${prefix}.ehr.sync`;

/** Keeps one such task for each clinic that wants reports by the clock. */
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

  /** Makes, changes or deletes the task of a clinic, as its settings want it; without any it is deleted. */
  async keep(manager: EntityManager, clinicId: string, settings: EhrSettings | null): Promise<void> {
    const { type } = this;
    const name = `${type}:${clinicId}`;
    const cadence = settings?.enabled ? durationOf(settings.scheduledReports.cadence) : null;
    if (cadence === null) await this.tasks.deleteNamed(manager, [name]);
    else await this.tasks.keep(manager, { type, name, data: { clinicId, cadence } });
  }

  /** `keep` for all clinics, and for those that are gone. */
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
