import { hasMysql } from '../support/mariadb';
import { onMysql } from '../support/own-databases';
import { runs } from '../support/runs';
import { describeRuns } from './seeded-runs';

if (hasMysql) describeRuns('MySQL and two processes', onMysql, { seeds: runs(6, 10), processes: 2 });
else it.skip('MySQL is not installed', () => {});
