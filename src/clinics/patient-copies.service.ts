import type { EntityManager } from 'typeorm';
import { isoTime, now } from '../clock';
import type { DataSourceService } from '../data-sources/data-source.service';
import type { DataSourceEntity } from '../data-sources/data-source.entity';
import { isClinicId } from '../ids';
import type { SummaryService } from '../summaries/summary.service';
import { PatientSummaryEntity } from './patient-summary.entity';
import { PatientEntity, type PatientDataSource } from './patient.entity';
import { storeSummary } from './store-summary';

/** What a clinic keeps of a link between an account and a provider. */
const sourceOf = (source: DataSourceEntity): PatientDataSource => ({
  state: source.state,
  providerName: source.providerName,
  ...(isClinicId(source.id) && { dataSourceId: source.id }),
  ...(source.modifiedTime !== null && { modifiedTime: isoTime(source.modifiedTime) }),
  ...(source.latestDataTime !== null && { latestDataTime: isoTime(source.latestDataTime) }),
});

/** What is known of an account elsewhere and is copied to a clinic when the account becomes its patient. */
export class PatientCopies {
  constructor(
    private readonly sources: DataSourceService,
    private readonly summaries: SummaryService,
  ) {}

  /** The sources of an account's data; nothing for an account without any. */
  async sourcesOf(
    manager: EntityManager,
    userId: string,
  ): Promise<Partial<Pick<PatientEntity, 'dataSources'>>> {
    const sources = await this.sources.ofAccount(manager, userId);
    return sources.length === 0 ? {} : { dataSources: sources.map(sourceOf) };
  }

  /** Puts the sources of an account's data in place of what its clinics know of them, and returns the clinics. */
  async copySources(manager: EntityManager, userId: string): Promise<string[]> {
    const dataSources = (await this.sources.ofAccount(manager, userId)).map(sourceOf);
    await manager.update(PatientEntity, { userId }, { dataSources, updatedTime: now() });
    const patients = await manager.find(PatientEntity, { select: { clinicId: true }, where: { userId } });
    return patients.map(({ clinicId }) => clinicId);
  }

  /** Gives a clinic the summary that is kept of the account, or that other clinics were told of it. */
  async bringSummary(
    manager: EntityManager,
    { clinicId, userId }: Pick<PatientEntity, 'clinicId' | 'userId'>,
  ): Promise<void> {
    const [told] = await manager.find(PatientSummaryEntity, { where: { userId }, take: 1 });
    const kept = await this.summaries.patientSummaryOf(manager, userId);
    await storeSummary(manager, { clinicId, userId }, { ...told?.content, ...kept });
  }
}
