import type { Database } from '../../platform/database/database';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { PatientCopies } from './patient-copies.service';

/** Keeps the data sources of clinics' patients up to date. */
export class PatientSourcesService {
  constructor(
    private readonly database: Database,
    private readonly copies: PatientCopies,
    private readonly news: ClinicNews,
  ) {}

  /** Updates the clinics of an account with its current data sources. */
  async copy(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const clinicIds = await this.copies.copySources(manager, userId);
      for (const clinicId of clinicIds) this.news.patientSourcesChanged(manager, { clinicId, userId });
    });
  }
}
