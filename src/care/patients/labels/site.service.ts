import { now } from '../../../platform/clock';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import { conflict, notFound, unprocessable } from '../../../platform/errors';
import { newClinicId } from '../../../platform/ids';
import type { ClinicNews } from '../../clinics/clinic-news.service';
import { digest } from '../../../platform/folding';
import {
  findLabel,
  findLabelNamesById,
  findLabels,
  type Label,
  type LabelName,
  type LabelTables,
} from './label';
import { siteName, siteNameKey } from './label-names';
import { lockClinic } from '../../clinics/lock-clinic';
import { PatientSiteEntity } from './patient-site.entity';
import { SiteEntity } from './site.entity';
import { declareCreated } from '../../../platform/database/created';

/** A site of a clinic. */
export interface SiteKey {
  clinicId: string;
  id: string;
}

/** Table and columns of sites. */
export const siteTables: LabelTables = {
  labels: 'clinic_sites',
  patients: 'patient_sites',
  column: 'site_id',
};

/** Limit for creating sites; merging clinics may exceed it. */
export const mostSites = 50;

export const noSuchSite = () => notFound('There is no such site in the clinic.').about('siteId');
const nameTaken = () => conflict('The clinic already has a site with this name.').about('name');

/** The sites of clinics. */
export class SiteService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
  ) {}

  /** The sites of each of these clinics, in order of creation. For loaders. */
  readonly ofClinics = (clinicIds: readonly string[]): Promise<Label[][]> =>
    findLabels(this.database, siteTables, clinicIds);

  /** The sites with these ids without counts, whatever their clinic, in the order of the ids. For loaders. */
  readonly findNames = (ids: readonly string[]): Promise<(LabelName | null)[]> =>
    findLabelNamesById(this.database, siteTables, ids);

  /** Creates a site. Throws a conflict when the name is taken, and when the clinic has the maximum number. */
  async create(clinicId: string, given: string): Promise<Label> {
    const name = siteName(given);
    const site = { clinicId, id: newClinicId(now()), name, nameDigest: digest(siteNameKey(name)) };
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      if (await manager.existsBy(SiteEntity, { clinicId, nameDigest: site.nameDigest })) throw nameTaken();
      if ((await manager.countBy(SiteEntity, { clinicId })) >= mostSites)
        throw unprocessable(`A clinic has at most ${mostSites} sites.`).about('clinicId');
      await manager.insert(SiteEntity, site);
      declareCreated(manager, site.id);
    });
    return { clinicId, id: site.id, name, numPatients: 0 };
  }

  /** Renames a site. Throws when it does not exist, and a conflict when the name is taken. */
  async rename({ clinicId, id }: SiteKey, given: string): Promise<Label> {
    const name = siteName(given);
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      const site = await manager.findOneBy(SiteEntity, { clinicId, id });
      if (!site) throw noSuchSite();
      // The comparison key only changes with the name: legacy sites may share one, and keep it.
      const isSame = siteNameKey(name) === siteNameKey(site.name);
      const set = { name, ...(!isSame && { nameDigest: digest(siteNameKey(name)) }) };
      try {
        await manager.update(SiteEntity, { clinicId, id }, set);
      } catch (error) {
        throw isDuplicateKey(error) ? nameTaken() : error;
      }
      this.news.patientsChanged(manager, clinicId, null);
    });
    return findLabel(this.database, siteTables, { clinicId, id }, noSuchSite);
  }

  /** Deletes a site and removes it from the patients. Throws when it does not exist. */
  async remove({ clinicId, id }: SiteKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      const { affected } = await manager.delete(SiteEntity, { clinicId, id });
      if (!affected) throw noSuchSite();
      await manager.delete(PatientSiteEntity, { clinicId, siteId: id });
      this.news.patientsChanged(manager, clinicId, null);
    });
  }
}
