import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { badInput, conflict } from '../../../platform/errors';
import { newClinicId } from '../../../platform/ids';
import { digest } from '../../../platform/folding';
import { freeName, siteNameKey } from './label-names';
import { findLabel, type Label } from './label';
import type { ClinicNews } from '../../clinics/clinic-news.service';
import { lockClinic } from '../../clinics/lock-clinic';
import { PatientSiteEntity } from './patient-site.entity';
import { noSuchTag, type TagKey } from './patient-tag.service';
import { PatientTagEntity } from './patient-tag.entity';
import { mostSites, noSuchSite, siteTables, type SiteKey } from './site.service';
import { SiteEntity } from './site.entity';
import { TaggingEntity } from './tagging.entity';
import { declareCreated } from '../../../platform/database/created';

/** After all existing sites of a patient. */
const lastPlace = mostSites;

/** Merging sites, and converting tags to sites. */
export class SiteChangesService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
  ) {}

  /**
   * Moves all patients of one site to another site of the clinic and deletes the first. Returns the remaining site.
   * Throws when one of them does not exist, and when they are the same.
   */
  async merge({ clinicId, id }: SiteKey, sourceId: string): Promise<Label> {
    if (id === sourceId) throw badInput('A site cannot be merged into itself.').about('sourceId');
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      for (const [field, siteId] of Object.entries({ siteId: id, sourceId })) {
        if (!(await manager.existsBy(SiteEntity, { clinicId, id: siteId }))) throw noSuchSite().about(field);
      }
      await manager.query(
        `INSERT INTO patient_sites (clinic_id, site_id, user_id, place)
          SELECT s.clinic_id, ?, s.user_id, s.place FROM patient_sites s
          WHERE s.clinic_id = ? AND s.site_id = ? AND NOT EXISTS (SELECT 1 FROM patient_sites t
            WHERE t.clinic_id = s.clinic_id AND t.site_id = ? AND t.user_id = s.user_id)`,
        [id, clinicId, sourceId, id],
      );
      await manager.delete(PatientSiteEntity, { clinicId, siteId: sourceId });
      await manager.delete(SiteEntity, { clinicId, id: sourceId });
      this.news.patientsChanged(manager, clinicId, null);
    });
    return findLabel(this.database, siteTables, { clinicId, id }, noSuchSite);
  }

  /**
   * Converts a tag to a site: its patients get the site, and the tag is deleted. If the name is taken, the new site
   * gets a number. Throws when the tag does not exist, and a conflict when the clinic has the maximum number of
   * sites.
   */
  async replaceTag({ clinicId, id: tagId }: TagKey): Promise<Label> {
    const id = newClinicId(now());
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      const tag = await manager.findOneBy(PatientTagEntity, { clinicId, id: tagId });
      if (!tag) throw noSuchTag();
      const sites = await manager.findBy(SiteEntity, { clinicId });
      if (sites.length >= mostSites)
        throw conflict(`A clinic has at most ${mostSites} sites.`).about('clinicId');
      const taken = new Set(sites.map(({ name }) => siteNameKey(name)));
      // Names of sites contain no white space other than spaces.
      const name = freeName(tag.name.replace(/\s/g, ' '), (each) => taken.has(siteNameKey(each)));
      await manager.insert(SiteEntity, { clinicId, id, name, nameDigest: digest(siteNameKey(name)) });
      await manager.query(
        `INSERT INTO patient_sites (clinic_id, site_id, user_id, place)
          SELECT clinic_id, ?, user_id, ${lastPlace} FROM patient_taggings WHERE clinic_id = ? AND tag_id = ?`,
        [id, clinicId, tagId],
      );
      await manager.delete(TaggingEntity, { clinicId, tagId });
      await manager.delete(PatientTagEntity, { clinicId, id: tagId });
      this.news.patientsChanged(manager, clinicId, null);
      declareCreated(manager, id);
    });
    return findLabel(this.database, siteTables, { clinicId, id }, noSuchSite);
  }
}
