import type { Database } from '../database/database';
import type { ClinicNews } from './clinic-news.service';
import type { PatientCopies } from './patient-copies.service';

/** Keeps clinics informed of where the data of their patients come from. */
export class PatientSourcesService {
  constructor(
    private readonly database: Database,
    private readonly copies: PatientCopies,
    private readonly news: ClinicNews,
  ) {}

  /** Tells the clinics of an account where its data come from now. */
  async copy(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const clinicIds = await this.copies.copySources(manager, userId);
      for (const clinicId of clinicIds) this.news.patientSourcesChanged(manager, { clinicId, userId });
    });
  }
}
