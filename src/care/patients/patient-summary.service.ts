import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { now } from '../../platform/clock';
import type { ClinicNews } from '../clinics/clinic-news.service';
import { checkedPatient } from './patient-fields';
import { checkedSummary } from './check-summary';
import { storeSummary } from './patient-summary-rows';
import { PatientSummaryEntity, type PatientSummary, type SummaryStats } from './patient-summary.entity';
import { PatientEntity, type PatientDataSource } from './patient.entity';
import type { SummaryType } from './summary-fields';

interface Key {
  clinicId: string;
  userId: string;
}

const withId = (id: string) => [{ cgmId: id }, { bgmId: id }];

/** The clinics' copies of summaries: calculated here, or sent by trusted servers. */
export class PatientSummaryService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
  ) {}

  /**
   * Replaces statistics of their type in all clinics of the account; null deletes the whole summary. Statistics
   * without an id are ignored. Returns the number of patients. Throws when the statistics are incomplete.
   */
  replace(userId: string, given: PatientSummary | null): Promise<number> {
    const stats = given && checkedSummary(given);
    return this.database.transaction(async (manager) => {
      const patients = await manager.findBy(PatientEntity, { userId });
      for (const { clinicId } of patients) {
        const before = await this.lock(manager, { clinicId, userId });
        await this.store(manager, { clinicId, userId }, stats && { ...before?.content, ...stats });
      }
      return patients.length;
    });
  }

  /**
   * Replaces statistics of their type that were calculated here in all clinics of the account, in the transaction of
   * the calculation; null deletes them.
   *
   * @param make the statistics; only called if a clinic has the account
   */
  async copy(
    manager: EntityManager,
    userId: string,
    type: SummaryType,
    make: () => SummaryStats | null,
  ): Promise<void> {
    const patients: { clinicId: string }[] = await manager.query(
      'SELECT clinic_id AS clinicId FROM clinic_patients WHERE user_id = ?',
      [userId],
    );
    if (patients.length === 0) return;
    const stats = make();
    for (const { clinicId } of patients) {
      const before = await this.lock(manager, { clinicId, userId });
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
    const found = await this.database.reader.find(PatientSummaryEntity, {
      select: { clinicId: true, userId: true },
      where: withId(summaryId),
    });
    return found.map(({ userId }) => userId);
  }

  /** Deletes the statistics with this id from all patients. Returns their number. */
  remove(summaryId: string): Promise<number> {
    return this.database.transaction(async (manager) => {
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
    await this.database.transaction(async (manager) => {
      await manager.update(PatientEntity, { userId }, { dataSources, updatedTime: now() });
      const patients = await manager.findBy(PatientEntity, { userId });
      for (const { clinicId } of patients) this.news.patientSourcesChanged(manager, { clinicId, userId });
    });
  }

  private lock(manager: EntityManager, key: Key): Promise<PatientSummaryEntity | null> {
    return lockRow(this.database, manager, PatientSummaryEntity, key);
  }

  private async store(manager: EntityManager, key: Key, content: PatientSummary | null): Promise<void> {
    await storeSummary(manager, key, content);
    this.news.patientsChanged(manager, key.clinicId, [key.userId]);
  }
}
