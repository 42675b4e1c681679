import type { EntityManager } from 'typeorm';
import type { AccountLocks } from '../../identity/accounts/account-locks.service';
import type { Database } from '../../platform/database/database';
import { now } from '../../platform/clock';
import type { ClinicNews } from '../clinics/clinic-news.service';
import { checkedPatient } from './patient-fields';
import { checkedSummary } from './check-summary';
import type { PatientKey } from './patient-directory.service';
import type { PatientPermission } from './patient-permission';
import { storeSummary } from './patient-summary-rows';
import { PatientSummaryEntity, type PatientSummary, type SummaryStats } from './patient-summary.entity';
import { PatientEntity, type PatientDataSource } from './patient.entity';
import type { SummaryType } from './summary-fields';

const withId = (id: string) => [{ cgmId: id }, { bgmId: id }];

/**
 * Whether a clinic with these permissions on an account gets figures that are calculated here. Without any permission, the
 * server that has added the patient decides what the clinic gets.
 */
export const opensSummary = (permissions: readonly PatientPermission[]): boolean =>
  permissions.length === 0 || permissions.includes('view');

/** The same as a condition on a row of `clinic_patients`. */
export const rowOpensSummary = (row: string): string =>
  `(${row}.permissions = '[]' OR ${row}.permissions LIKE '%"view"%')`;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accountLocks: AccountLocks;
  clinicNews: ClinicNews;
}

/**
 * The clinics' copies of summaries: calculated here, or sent by trusted servers. Whoever changes copies of an account, or
 * which clinics have them, locks the account first: some of what is changed may not exist yet, and cannot be locked.
 */
export class PatientSummaryService {
  constructor(private readonly parts: Parts) {}

  /**
   * Replaces statistics of their type in all clinics of the account, whatever their permissions; null deletes the whole
   * summary. Statistics without an id are ignored. Returns the number of patients. Throws when the statistics are incomplete.
   */
  replace(userId: string, given: PatientSummary | null): Promise<number> {
    const stats = given && checkedSummary(given);
    return this.parts.database.transaction(async (manager) => {
      const patients = await this.lockPatients(manager, userId);
      for (const { clinicId } of patients) {
        const before = await this.read(manager, { clinicId, userId });
        await this.store(manager, { clinicId, userId }, stats && { ...before?.content, ...stats });
      }
      return patients.length;
    });
  }

  /**
   * Replaces statistics of their type that were calculated here in those clinics of the account that may see them, in the
   * transaction of the calculation; null deletes them.
   *
   * @param make the statistics; only called if a clinic gets them
   */
  async copy(
    manager: EntityManager,
    userId: string,
    type: SummaryType,
    make: () => SummaryStats | null,
  ): Promise<void> {
    const patients = await this.lockPatients(manager, userId);
    const seeing = patients.filter(({ permissions }) => opensSummary(permissions));
    if (seeing.length === 0) return;
    const stats = make();
    for (const { clinicId } of seeing) {
      const before = await this.read(manager, { clinicId, userId });
      const { [`${type}Stats`]: _replaced, ...others } = { ...before?.content } as Record<
        string,
        SummaryStats
      >;
      await this.store(
        manager,
        { clinicId, userId },
        { ...others, ...(stats && { [`${type}Stats`]: stats }) },
      );
    }
  }

  /** The owner of the statistics with this id. */
  async findAccounts(summaryId: string): Promise<string[]> {
    const found = await this.parts.database.reader.find(PatientSummaryEntity, {
      select: { clinicId: true, userId: true },
      where: withId(summaryId),
    });
    return found.map(({ userId }) => userId);
  }

  /** Deletes the statistics with this id from all patients. Returns their number. */
  remove(summaryId: string): Promise<number> {
    return this.parts.database.transaction(async (manager) => {
      const select = { clinicId: true, userId: true } as const;
      const owners = await manager.find(PatientSummaryEntity, { select, where: withId(summaryId) });
      await this.parts.accountLocks.lock(manager, [...new Set(owners.map(({ userId }) => userId))]);
      const found = await manager.findBy(PatientSummaryEntity, withId(summaryId));
      for (const { clinicId, userId, content } of found) {
        const { cgmStats, bgmStats } = content;
        const kept = {
          ...(cgmStats?.id !== summaryId && { cgmStats }),
          ...(bgmStats?.id !== summaryId && { bgmStats }),
        };
        await this.store(manager, { clinicId, userId }, kept);
      }
      return found.length;
    });
  }

  /** Replaces the data sources of an account in all clinics. */
  async setDataSources(userId: string, given: PatientDataSource[]): Promise<void> {
    const { dataSources } = checkedPatient({ dataSources: given });
    await this.parts.database.transaction(async (manager) => {
      await manager.update(PatientEntity, { userId }, { dataSources, updatedTime: now() });
      const patients = await manager.findBy(PatientEntity, { userId });
      for (const { clinicId } of patients)
        this.parts.clinicNews.patientSourcesChanged(manager, { clinicId, userId });
    });
  }

  /** The records of an account. Until the transaction ends, no clinic gets or loses the right to see the summary. */
  private async lockPatients(manager: EntityManager, userId: string): Promise<PatientEntity[]> {
    await this.parts.accountLocks.lock(manager, [userId]);
    const select = { clinicId: true, userId: true, permissions: true } as const;
    return manager.find(PatientEntity, { select, where: { userId } });
  }

  private read(manager: EntityManager, key: PatientKey): Promise<PatientSummaryEntity | null> {
    return manager.findOneBy(PatientSummaryEntity, key);
  }

  private async store(
    manager: EntityManager,
    key: PatientKey,
    content: PatientSummary | null,
  ): Promise<void> {
    await storeSummary(manager, key, content);
    this.parts.clinicNews.patientsChanged(manager, key.clinicId, [key.userId]);
  }
}
