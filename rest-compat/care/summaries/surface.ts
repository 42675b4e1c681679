import { ClinicIntervalsResolver } from '../../../resolvers/care/summaries/clinic-intervals';
import { GlucoseProfileResolver } from '../../../resolvers/care/summaries/glucose-profile';
import {
  PatientStatisticsResolver,
  StatisticsTrendResolver,
  UserStatisticsResolver,
} from '../../../resolvers/care/summaries/glucose-statistics';
import { PatientSummaryResolver } from '../../../resolvers/care/summaries/patient-summary';
import { RealtimeReportResolver } from '../../../resolvers/care/summaries/realtime-report';
import { SummariesResolver } from '../../../resolvers/care/summaries/summaries';
import { ContinuousSummary, GlucoseSummary } from '../../../resolvers/care/summaries/summaries.types';
import { summaryRules } from '../../../src/graph/permissions/care/summaries';
import { glucoseProfileRoutes } from './glucose-profile';
import { realtimeReportRoutes } from './realtime-report';
import { realtimeReportSchemas } from './realtime-report.schemas';
import { summaryRoutes } from './summaries';
import { summarySchemas } from './summaries.schemas';
import type { Surface } from '../../surface';

/** Glucose statistics. */
export const summariesSurface: Surface = {
  name: 'summaries',
  resolvers: [
    SummariesResolver,
    GlucoseProfileResolver,
    UserStatisticsResolver,
    PatientStatisticsResolver,
    StatisticsTrendResolver,
    PatientSummaryResolver,
    RealtimeReportResolver,
    ClinicIntervalsResolver,
  ],
  types: [GlucoseSummary, ContinuousSummary],
  rules: [summaryRules],
  routes: [...summaryRoutes, ...glucoseProfileRoutes, ...realtimeReportRoutes],
  schemas: { ...summarySchemas, ...realtimeReportSchemas },
};
