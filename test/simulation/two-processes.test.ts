import { hasMysql } from '../support/mariadb';
import { onMysql } from '../support/own-databases';
import { describeRuns } from './seeded-runs';

if (hasMysql) describeRuns('MySQL and two processes', onMysql, { runs: 10, processes: 2 });
else it.skip('MySQL is not installed', () => {});
