import {
  GlucoseProfileDocument,
  GlucoseStatisticsDocument,
  PatientDocument,
  type GlucoseProfileQuery,
  type GlucoseStatisticsQuery,
} from '@glycograph/client/operations';
import { useState, type ReactNode } from 'react';
import { AgpChart } from '../../charts/agp-chart';
import { glucoseText, indicator, percent, precisePercent } from '../../figures';
import type { RangeShares, TargetRange } from '../../glucose-ranges';
import { standardTarget, targetText } from '../../glucose-ranges';
import { useGraphQuery } from '../../graph/graph';
import { addDays, dayBounds, dayText } from '../../time/zones';
import { Card } from '../../ui/card';
import { Choice } from '../../ui/choice';
import { useTitle } from '../../ui/layout';
import { RangeColumn } from '../../ui/range-bar';
import { Empty, Loading, Problem, Shown } from '../../ui/states';
import { useUnits } from '../../ui/units';
import { CareCards } from './care-cards';
import { DailyBars } from './daily-bars';
import type { PersonContext } from './person-pages';
import { targetsOf } from './targets';

const periods = [
  ['7', '7 days'],
  ['14', '14 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

type Period = (typeof periods)[number][0];
type Profile = NonNullable<NonNullable<GlucoseProfileQuery['user']>['glucoseProfile']>;
type Statistics = NonNullable<NonNullable<GlucoseStatisticsQuery['user']>['glucoseStatistics']>;

/** Glucose profile, statistics, and what can be edited. */
export function OverviewPage({ context }: { context: PersonContext }) {
  const { userId, timeZone, fullName } = context;
  useTitle(fullName);
  const [period, setPeriod] = useState<Period>('14');
  const profile = useGraphQuery(
    GlucoseProfileDocument,
    { userId, days: Number(period), timezone: timeZone },
    { keepPrevious: true },
  );
  const choice = <Choice label="Period" value={period} options={periods} onChoose={setPeriod} />;
  return (
    <div
      className={`overview ${profile.isPlaceholderData ? 'stale' : ''}`}
      aria-busy={profile.isPlaceholderData}
    >
      <Shown query={profile} what="Loading the glucose profile">
        {({ user }) =>
          user?.glucoseProfile ? (
            <Overview context={context} profile={user.glucoseProfile} choice={choice} />
          ) : (
            <Empty>The glucose of this person cannot be shown.</Empty>
          )
        }
      </Shown>
    </div>
  );
}

interface OverviewProps {
  context: PersonContext;
  profile: Profile;
  choice: ReactNode;
}

/** The statistics are of exactly the days of the profile. */
function Overview({ context, profile, choice }: OverviewProps) {
  const { userId, clinicId, timeZone, base } = context;
  const { lastDate, firstDate } = profile;
  const patient = useGraphQuery(
    PatientDocument,
    { clinicId: clinicId ?? '', userId },
    { enabled: clinicId !== undefined },
  );
  const targets = targetsOf(patient.data?.patient?.glycemicRanges);
  const isReady = lastDate != null && (clinicId === undefined || !patient.isPending);
  const range = isReady ? profileRange(profile.days, lastDate, timeZone) : { from: '', to: '' };
  const statistics = useGraphQuery(
    GlucoseStatisticsDocument,
    { userId, ...range, timezone: timeZone, targets: targets.argument },
    { enabled: isReady },
  );
  const figures = statistics.data?.user?.glucoseStatistics;
  const target: TargetRange = figures?.targets ?? standardTarget;
  const span = firstDate && lastDate ? `${dayText(firstDate)} – ${dayText(lastDate)}` : 'No sensor readings';
  return (
    <>
      <div className="overview-main">
        <Card title="Glucose profile" aside={choice}>
          <p className="card-note">
            {span}
            {lastDate != null && !profile.isSufficient && (
              <strong className="caution">Too few readings to judge: less than 14 days or 70% of them</strong>
            )}
          </p>
          {lastDate == null ? (
            <Empty>There are no sensor readings.</Empty>
          ) : (
            <AgpChart bins={profile.bins} target={target} />
          )}
        </Card>
        <Card title="Days">
          <DailyBars days={profile.daily} base={base} />
        </Card>
      </div>
      <div className="overview-side">
        <Card title="Time in ranges">
          {figures ? (
            <Ranges figures={figures} name={targets.name} />
          ) : (
            <Waiting query={statistics} isAwaited={isReady} />
          )}
        </Card>
        <Card title="Statistics">
          {figures ? <Figures figures={figures} /> : <Waiting query={statistics} isAwaited={isReady} />}
        </Card>
        {clinicId !== undefined && <CareCards clinicId={clinicId} userId={userId} />}
      </div>
    </>
  );
}

/** The instants of the calendar days of a profile. */
function profileRange(days: number, lastDate: string, timeZone: string): { from: string; to: string } {
  const first = dayBounds(addDays(lastDate, 1 - days), timeZone);
  return { from: first.from.toISOString(), to: dayBounds(lastDate, timeZone).to.toISOString() };
}

function Waiting({
  query,
  isAwaited,
}: {
  query: { error: unknown; refetch: () => unknown };
  isAwaited: boolean;
}) {
  if (query.error) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return isAwaited ? <Loading what="Loading statistics" /> : <Empty>There are no sensor readings.</Empty>;
}

const toShares = (figures: Statistics): RangeShares => ({
  veryLow: figures.inVeryLow.share ?? null,
  low: figures.inLow.share ?? null,
  target: figures.inTarget.share ?? null,
  high: figures.inHigh.share ?? null,
  veryHigh: figures.inVeryHigh.share ?? null,
});

function Ranges({ figures, name }: { figures: Statistics; name: string | null }) {
  const units = useUnits();
  const { targets } = figures;
  return (
    <>
      <RangeColumn shares={toShares(figures)} units={units} />
      {name !== null && (
        <p className="own-target">
          <strong>{percent(targets.within.share)}</strong> in the person’s target,{' '}
          {targetText(targets, units)} ({name}
          ). Below: {percent(targets.below.share)}, above: {percent(targets.above.share)}.
        </p>
      )}
    </>
  );
}

function Figures({ figures }: { figures: Statistics }) {
  const units = useUnits();
  const other = units === 'MG_DL' ? 'MMOL_L' : 'MG_DL';
  const lines: [label: string, title: string, value: string, note?: string][] = [
    [
      'Mean glucose',
      'Weighted by the minutes of the readings',
      glucoseText(figures.mean, units),
      glucoseText(figures.mean, other),
    ],
    [
      'GMI',
      'Glucose management indicator, an estimate of HbA1c',
      indicator(figures.glucoseManagementIndicator),
    ],
    [
      'CV',
      'Coefficient of variation: standard deviation divided by the mean',
      precisePercent(figures.coefficientOfVariation),
      'goal: 36% or less',
    ],
    [
      'Standard deviation',
      'Of the readings',
      glucoseText(figures.standardDeviation, units),
      glucoseText(figures.standardDeviation, other),
    ],
    ['Sensor wear', 'Share of the time that readings cover', percent(figures.wear)],
    ['Readings', 'Number of sensor readings', figures.records.toLocaleString('en-US')],
  ];
  return (
    <dl className="figures">
      {lines.map(([label, title, value, note]) => (
        <div key={label}>
          <dt title={title}>{label}</dt>
          <dd>
            {value}
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
