import type { MigrationInterface, QueryRunner } from 'typeorm';
import { digestOf } from '../src/clinics/folding';
import { siteNameKey } from '../src/clinics/label-names';

interface Site {
  clinic_id: string;
  id: string;
  name: string;
  name_digest: string;
}

/**
 * Names of sites are compared by the case folding of Unicode from now on. Where two sites of a clinic become one name by
 * this, the later one keeps what it was compared by.
 */
export class SiteNames1763700000074 implements MigrationInterface {
  name = 'SiteNames1763700000074';

  async up(runner: QueryRunner): Promise<void> {
    const sites = (await runner.query(
      'SELECT clinic_id, id, name, name_digest FROM clinic_sites ORDER BY id',
    )) as Site[];
    const taken = new Set(sites.map(({ clinic_id, name_digest }) => `${clinic_id} ${name_digest}`));
    for (const { clinic_id: clinicId, id, name, name_digest: former } of sites) {
      const digest = digestOf(siteNameKey(name));
      if (digest === former || taken.has(`${clinicId} ${digest}`)) continue;
      taken.add(`${clinicId} ${digest}`);
      await runner.query('UPDATE clinic_sites SET name_digest = ? WHERE clinic_id = ? AND id = ?', [
        digest,
        clinicId,
        id,
      ]);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
