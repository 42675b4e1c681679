import { areas } from './areas';
import type { Config } from './platform/config';
import type { Database } from './platform/database/database';
import { createLogger, type Logger } from './platform/logging';

/** Creates the services of all areas. */
export const createServices = (config: Config, database: Database, log: Logger = createLogger('silent')) =>
  areas.build({ config, database, log });

export type Services = ReturnType<typeof createServices>;
