import { onSqlite } from '../support/own-databases';
import { describeRuns } from './seeded-runs';

describeRuns('SQLite', onSqlite);
