import type { SummaryReporter } from './ports';
import type { PatientListService } from '../patients/patient-list.service';
import type { PatientSummaryService } from '../patients/patient-summary.service';
import type { GlucoseReader } from '../../records/data/glucose-reader.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import { dependsOn } from '../../platform/composition/dependency';
import { GlucoseProfileService } from './glucose-profile.service';
import { RealtimeReportService } from './realtime-report.service';
import { ClinicIntervalsService } from './intervals/clinic-intervals.service';
import {
  SummaryBucketEntity,
  SummaryDayEntity,
  SummaryEntity,
  SummaryIntervalEntity,
} from './summary.entity';
import { SummaryService } from './summary.service';
import { GlucoseStatisticsService } from './statistics/glucose-statistics.service';
import { summaryTasks } from './summary-tasks';

interface Needs extends Base {
  events: EventService;
  glucoseReader: GlucoseReader;
  patientList: PatientListService;
  patientSummaries: PatientSummaryService;
}

interface Later {
  ehrSync: SummaryReporter;
}

/** Glucose statistics. */
export const summariesArea = defineArea({
  name: 'summaries',
  entities: [SummaryEntity, SummaryDayEntity, SummaryIntervalEntity, SummaryBucketEntity],
  dependencies: ['summary_buckets', 'summary_days', 'summary_intervals'].map((table) =>
    dependsOn(table, ['user_id', 'summary_type'], 'summaries'),
  ),
  create: ({ database, glucoseReader, patientList }: Needs, later: Needs & Later) => ({
    summaries: new SummaryService(later),
    glucoseProfiles: new GlucoseProfileService(database, glucoseReader),
    glucoseStatistics: new GlucoseStatisticsService(database, glucoseReader),
    clinicIntervals: new ClinicIntervalsService(database),
    realtimeReports: new RealtimeReportService(database, patientList, glucoseReader),
  }),
  forgets: ({ summaries }) => ({ summaries: ({ userId }) => summaries.forgetAccount(userId) }),
  tasks: ({ config, database, summaries }) =>
    summaryTasks(config.NAME_PREFIX, summaries, database.dialect === 'mysql' ? config.SUMMARY_TASKS : 1),
});
