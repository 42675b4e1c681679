import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { areas } from './areas';
import { tablesWithContent } from './maintenance/content-rows';
import type { Schema } from './platform/database/data-source';

const folder = join(__dirname, '..', 'migrations');
const load = createRequire(__filename);

/** All classes in the migrations folder; a migration needs nothing but a file there. */
const migrations = readdirSync(folder)
  .filter((file) => /^\d+-[\w-]+\.[jt]s$/.test(file))
  .sort()
  .flatMap((file) => Object.values(load(join(folder, file)) as object) as Schema['migrations']);

/** The tables of all areas, and every migration. */
export const persistence: Schema = {
  entities: areas.all.flatMap(({ entities = [] }) => entities),
  migrations,
};

/** The tables of all areas whose rows name stored content. */
export const contentTables = tablesWithContent(persistence.entities);

/** Which rows of all areas need which others. */
export const dependencies = areas.all.flatMap((area) => area.dependencies ?? []);
