import {
  LatestRecordsDocument,
  RecordsAddedDocument,
  RecordsDocument,
  type DiagnosisType,
} from '@glycograph/client/operations';
import { glucoseText } from '../../figures';
import type { PersonHeaderQuery } from '../../generated/operations';
import { rangeOfReading } from '../../glucose-ranges';
import { useGraphQuery, useLive, useReadAgain } from '../../graph/graph';
import { ageInYears, calendarDate, dateTimeText, timeAgo, unknown } from '../../time/zones';
import { useNow } from '../../time/use-now';
import { useUnits } from '../../ui/units';
import { beyondSensor, beyondSensorText } from '../../day/day-records';
import type { PersonContext } from './person-pages';

type PatientProfile = NonNullable<NonNullable<PersonHeaderQuery['user']>['profile']>['patient'];

const diagnoses: Record<string, string> = {
  type1: 'Type 1 diabetes',
  type2: 'Type 2 diabetes',
  gestational: 'Gestational diabetes',
  lada: 'LADA',
  mody: 'MODY',
  prediabetes: 'Prediabetes',
  type3c: 'Type 3c diabetes',
};

const trendTexts = {
  RAPID_RISE: ['⇈', 'rising rapidly'],
  MODERATE_RISE: ['↑', 'rising'],
  SLOW_RISE: ['↗', 'rising slowly'],
  CONSTANT: ['→', 'steady'],
  SLOW_FALL: ['↘', 'falling slowly'],
  MODERATE_FALL: ['↓', 'falling'],
  RAPID_FALL: ['⇊', 'falling rapidly'],
} as const;

/** Name and details of a person, and their newest reading, which is updated as readings arrive. */
export function PersonHeader({ context, profile }: { context: PersonContext; profile: PatientProfile }) {
  const { fullName, timeZone } = context;
  const age = ageInYears(profile?.birthday, timeZone);
  const diagnosis = profile?.diagnosisType;
  const details = [
    age === null || !profile?.birthday ? null : `${age} years, born ${calendarDate(profile.birthday)}`,
    diagnosis ? (diagnoses[diagnosis] ?? null) : null,
    profile?.diagnosisDate ? `since ${calendarDate(profile.diagnosisDate)}` : null,
    `Times in ${timeZone.replaceAll('_', ' ')}`,
  ];
  return (
    <header className="page-header person-header">
      <div>
        <h1>{fullName}</h1>
        <p className="details">{details.filter((text) => text !== null).join(' · ')}</p>
      </div>
      <LatestGlucose context={context} />
    </header>
  );
}

/** Names of the types of diabetes as the clinic records them. */
export const diagnosisText = (type: DiagnosisType | null | undefined): string =>
  type == null ? unknown : (diagnoses[type.toLowerCase()] ?? 'Other');

const minuteMs = 60_000;

/** Readings that are older do not tell the present glucose. */
const currentFor = 15 * minuteMs;

function LatestGlucose({ context: { userId, timeZone } }: { context: PersonContext }) {
  const units = useUnits();
  const now = useNow();
  const latest = useGraphQuery(LatestRecordsDocument, { userId, types: ['CBG'] });
  const readAgain = useReadAgain();
  const state = useLive(RecordsAddedDocument, { userId, newest: 1 }, () => {
    void readAgain(LatestRecordsDocument, RecordsDocument);
  });
  const reading = latest.data?.user?.latestData?.find((record) => record.__typename === 'ContinuousGlucose');
  if (!latest.data || latest.error) return null;
  if (reading?.value == null) return <p className="latest none">No sensor reading yet</p>;
  const isCurrent = now - new Date(reading.time).getTime() < currentFor;
  const beyond = beyondSensor(reading.annotations);
  const [arrow, trend] = reading.trend ? trendTexts[reading.trend] : [null, null];
  const amount = glucoseText(reading.value, units);
  return (
    <div className={`latest ${isCurrent ? rangeOfReading(reading.value) : 'old'}`} role="status">
      <p className="latest-label">
        {isCurrent ? 'Now' : 'Last reading'}
        <span className={`live ${state}`}>{state === 'live' ? 'live' : 'not live'}</span>
      </p>
      <p className="latest-value">
        {beyond ? beyondSensorText(beyond, amount) : amount}
        {isCurrent && arrow && (
          <>
            <span aria-hidden="true"> {arrow}</span>
            <span className="visually-hidden">, {trend}</span>
          </>
        )}
      </p>
      <p className="latest-time">
        <time dateTime={reading.time}>{dateTimeText(reading.time, timeZone)}</time> ·{' '}
        {timeAgo(reading.time, now)}
      </p>
    </div>
  );
}
