import { hasMysql } from '../support/mariadb';
import { onMysql } from '../support/own-databases';
import { describeRuns } from './seeded-runs';

if (hasMysql) describeRuns('MySQL', onMysql);
else it.skip('MySQL is not installed', () => {});
