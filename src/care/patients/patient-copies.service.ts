import type { EntityManager } from 'typeorm';
import type { AccountLocks } from '../../identity/accounts/account-locks.service';
import { isoTime, now } from '../../platform/clock';
import type { DataSourceService } from '../../records/data-sources/data-source.service';
import type { DataSourceEntity } from '../../records/data-sources/data-source.entity';
import { isClinicId } from '../../platform/ids';
import type { SummarySource } from './ports';
import type { PatientPermission } from './patient-permission';
import { PatientSummaryEntity, type PatientSummary } from './patient-summary.entity';
import { opensSummary } from './patient-summary.service';
import { PatientEntity, type PatientDataSource } from './patient.entity';
import { storeSummary } from './patient-summary-rows';

/** A clinic's copy of a data source. */
const copySource = (source: DataSourceEntity): PatientDataSource => ({
  state: source.state,
  providerName: source.providerName,
  ...(isClinicId(source.id) && { dataSourceId: source.id }),
  ...(source.modifiedTime !== null && { modifiedTime: isoTime(source.modifiedTime) }),
  ...(source.latestDataTime !== null && { latestDataTime: isoTime(source.latestDataTime) }),
});

/** Dependencies of the class below. */
interface Parts {
  accountLocks: AccountLocks;
  dataSources: DataSourceService;
  summaries: SummarySource;
}

/** Existing data about an account that is copied to a clinic when the account becomes its patient. */
export class PatientCopies {
  constructor(private readonly parts: Parts) {}

  /** The data sources of an account; empty if there are none. */
  async findSources(
    manager: EntityManager,
    userId: string,
  ): Promise<Partial<Pick<PatientEntity, 'dataSources'>>> {
    const sources = await this.parts.dataSources.ofAccount(manager, userId);
    return sources.length === 0 ? {} : { dataSources: sources.map(copySource) };
  }

  /**
   * Replaces the clinics' copies of an account's data sources, and returns the clinics. The locked account keeps somebody who
   * has read earlier from writing later.
   */
  async copySources(manager: EntityManager, userId: string): Promise<string[]> {
    await this.parts.accountLocks.lock(manager, [userId]);
    const dataSources = (await this.parts.dataSources.ofAccount(manager, userId)).map(copySource);
    await manager.update(PatientEntity, { userId }, { dataSources, updatedTime: now() });
    const patients = await manager.find(PatientEntity, { select: { clinicId: true }, where: { userId } });
    return patients.map(({ clinicId }) => clinicId);
  }

  /**
   * Copies the account's summary to a clinic that may see it from now on, from our own or from another clinic, and deletes the
   * copy of one that may not see it any more. The locked account makes a concurrent calculation end before, or find these
   * permissions.
   *
   * @param before permissions of the clinic until now; null for a new patient
   */
  async followPermissions(
    manager: EntityManager,
    { clinicId, userId }: Pick<PatientEntity, 'clinicId' | 'userId'>,
    before: readonly PatientPermission[] | null,
    after: readonly PatientPermission[],
  ): Promise<void> {
    const [wasOpen, isOpen] = [before !== null && opensSummary(before), opensSummary(after)];
    if (wasOpen === isOpen) return;
    await this.parts.accountLocks.lock(manager, [userId]);
    const content = isOpen ? await this.findSummary(manager, userId) : null;
    await storeSummary(manager, { clinicId, userId }, content);
  }

  private async findSummary(manager: EntityManager, userId: string): Promise<PatientSummary> {
    const [existing] = await manager.find(PatientSummaryEntity, { where: { userId }, take: 1 });
    return { ...existing?.content, ...(await this.parts.summaries.loadPatientSummary(manager, userId)) };
  }
}
