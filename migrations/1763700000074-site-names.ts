import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Site {
  clinic_id: string;
  id: string;
  name: string;
  name_digest: string;
}

const dotlessI = 'ı';

const foldCase = (character: string): string =>
  character === dotlessI ? character : character.toLowerCase().toUpperCase().toLowerCase();

const nameKey = (name: string): string => [...name.normalize('NFC')].map(foldCase).join('');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Site names are compared with Unicode case folding from now on. If two sites of a clinic get the same key, the later
 * one keeps its previous key.
 */
export class SiteNames1763700000074 implements MigrationInterface {
  name = 'SiteNames1763700000074';

  async up(runner: QueryRunner): Promise<void> {
    const sites = (await runner.query(
      'SELECT clinic_id, id, name, name_digest FROM clinic_sites ORDER BY id',
    )) as Site[];
    const taken = new Set(sites.map(({ clinic_id, name_digest }) => `${clinic_id} ${name_digest}`));
    for (const { clinic_id: clinicId, id, name, name_digest: former } of sites) {
      const digest = digestOf(nameKey(name));
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
