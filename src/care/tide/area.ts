import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import { TideReportService } from './tide-report.service';

/** The report on patients who need attention (TIDE). */
export const tideArea = defineArea({
  name: 'tide',
  create: ({ database }: Base) => ({ tideReports: new TideReportService(database) }),
  // It reads what clinics keep of their patients.
  forgets: keepsNothing,
});
