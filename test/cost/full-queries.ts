import { days } from './demo-app';
import type { DemoIds } from './demo-arguments';

const day = 86_400_000;

const statistics = `records mean standardDeviation glucoseManagementIndicator wear inTarget { share minutes }
  lowEpisodes { count } byHour { hour mean inTarget { share } } byDay { date mean inTarget { share } }`;
const period = `length hoursWithData averageGlucose(units: MG_DL) glucoseManagementIndicator
  inTarget { percent minutes } delta { inTarget { percent } }`;

/** Selections that take much, by what they ask for. They are repeated until an operation costs as much as it may. */
export function expensiveSelections({ clinicId, patientId, tagId }: DemoIds): Record<string, string> {
  const user = (selection: string) => `user(id: "${patientId}") { ${selection} }`;
  const clinic = (selection: string) => `clinic(id: "${clinicId}") { ${selection} }`;
  const range = (from: number, to: number) =>
    [from, to]
      .map(
        (age, index) => `${index === 0 ? 'from' : 'to'}: "${new Date(Date.now() - age * day).toISOString()}"`,
      )
      .join(', ');
  return {
    [`profiles of ${days} days`]: user(
      `glucoseProfile(days: ${days}) { bins { records percentiles } daily { date average } }`,
    ),
    'profiles of 14 days': user(
      'glucoseProfile(days: 14) { bins { records percentiles } daily { date average } }',
    ),
    [`statistics of ${days} days`]: user(`glucoseStatistics(${range(days, 0)}) { ${statistics} }`),
    'statistics of a day': user(`glucoseStatistics(${range(1, 0)}) { mean inTarget { share } }`),
    'records, 1,000 at once': user('data(first: 1000) { edges { node { id time type deviceId } } }'),
    'records, 10 at once': user('data(first: 10) { edges { node { id time type deviceId } } }'),
    'newest records': user('latestData { id time type }'),
    'lists of patients': clinic(
      'patients(first: 100) { totalCount edges { node { fullName mrn tags { name } sites { name } } } }',
    ),
    'summaries in lists': clinic(
      `patients(first: 100) { edges { node { fullName user { summary(type: CGM) { ... on GlucoseSummary { periods { ${period} } } } } } } }`,
    ),
    'TIDE reports': clinic(
      `tideReport(input: { tagIds: ["${tagId}"], period: DAYS_14, lastDataCutoff: "${new Date(Date.now() - day).toISOString()}" }) {
        categories { patients { patient { fullName } } } }`,
    ),
    'reports of timely records': clinic(
      `realtimeReport(startTime: "${new Date(Date.now() - 30 * day).toISOString()}", endTime: "${new Date().toISOString()}") {
        patients { fullName realtimeDays } }`,
    ),
    'statistics of a clinic': clinic('statistics(by: TAG, period: DAYS_14) { patients active timeInTarget }'),
  };
}
