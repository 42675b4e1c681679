import { describeLongRuns } from './long-runs';

describeLongRuns('MySQL', 1_000);
