import { describeLongRuns } from './long-runs';

describeLongRuns('SQLite', 1_000);
