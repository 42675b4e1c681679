import { describeLongRuns } from './long-runs';

describeLongRuns('MySQL and two processes', 1_000);
