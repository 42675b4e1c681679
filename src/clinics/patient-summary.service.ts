import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { now } from '../clock';
import type { ClinicNews } from './clinic-news.service';
import { checkedPatient } from './patient-fields';
import { checkedSummary } from './check-summary';
import { storeSummary } from './store-summary';
import { PatientSummaryEntity, type PatientSummary, type SummaryStats } from './patient-summary.entity';
import { PatientEntity, type PatientDataSource } from './patient.entity';
import type { SummaryType } from './summary-fields';

interface Key {
  clinicId: string;
  userId: string;
}

const withId = (id: string) => [{ cgmId: id }, { bgmId: id }];

/** What clinics know of their patients' data: statistics that are made here, or told by trusted servers. */
export class PatientSummaryService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
  ) {}

  /**
   * Puts statistics in place of those of their type, in all clinics of which the account is a patient; null takes the
   * whole summary back. Statistics without an id are left out. Returns how many patients there were. Throws when the
   * statistics are not whole.
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
   * Puts statistics that were made here in place of those of their type, in all clinics of which the account is a
   * patient, together with the change that they come from; null takes them back.
   */
  async copy(
    manager: EntityManager,
    userId: string,
    type: SummaryType,
    stats: SummaryStats | null,
  ): Promise<void> {
    const patients = await manager.findBy(PatientEntity, { userId });
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

  /** Whose data the statistics of this id are of. */
  async accountsOf(summaryId: string): Promise<string[]> {
    const found = await this.database.reader.find(PatientSummaryEntity, {
      select: { clinicId: true, userId: true },
      where: withId(summaryId),
    });
    return found.map(({ userId }) => userId);
  }

  /** Takes the statistics of this id back from all patients. Returns how many had them. */
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

  /** Puts these sources of data in place of all that clinics know of an account. */
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
