import { GlucoseStatisticsDocument, RecordsDocument, type DatumType } from '@glycograph/client/operations';
import { items } from '@glycograph/client/paging';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, Redirect } from 'wouter';
import { DayChart } from '../../charts/day-chart';
import { glucoseText, grams, insulin, percent } from '../../figures';
import { operationName, useGraph, useGraphQuery } from '../../graph/graph';
import { addDays, dayBounds, dayText, isDay, todayIn } from '../../time/zones';
import { useNow } from '../../time/use-now';
import { Card } from '../../ui/card';
import { useTitle } from '../../ui/layout';
import { RangeBar } from '../../ui/range-bar';
import { Empty, Shown } from '../../ui/states';
import { useUnits } from '../../ui/units';
import { DayEventTable } from './day-event-table';
import { toDayEvents, toTotals, type DayRecord } from '../../day/day-records';
import { useNotesOfDay } from '../../day/notes-of-day';
import type { PersonContext } from './person-pages';

const pageSize = 1000;
const hourMs = 3_600_000;
/** Pumps report a new basal rate at least this often, so a rate that holds at midnight began after this time. */
const basalReach = 24 * hourMs;

const shownTypes: DatumType[] = [
  'CBG',
  'SMBG',
  'BOLUS',
  'FOOD',
  'WIZARD',
  'INSULIN',
  'PHYSICAL_ACTIVITY',
  'REPORTED_STATE',
];

/** All records of some types in a range of time, page by page. */
function useRecords(userId: string, types: DatumType[], from: Date, to: Date) {
  const client = useGraph();
  const variables = { userId, types, from: from.toISOString(), to: to.toISOString() };
  return useQuery({
    queryKey: [operationName(RecordsDocument), variables],
    queryFn: async () => {
      const records: DayRecord[] = [];
      const read = async (page: object) =>
        (await client.query(RecordsDocument, { ...variables, ...page })).user?.data;
      for await (const record of items(read, { size: pageSize })) records.push(record);
      return records;
    },
  });
}

/** One day of a person: glucose, insulin, carbohydrate and notes. */
export function DayPage({ context, date }: { context: PersonContext; date: string | undefined }) {
  const { base, timeZone, fullName } = context;
  const today = todayIn(timeZone);
  useTitle(`${fullName}, ${date ?? 'day'}`);
  if (!isDay(date)) return <Redirect to={`${base}/day/${today}`} replace />;
  return (
    <>
      <nav className="day-nav" aria-label="Days">
        <Link href={`${base}/day/${addDays(date, -1)}`} className="button">
          <span aria-hidden="true">← </span>Day before
        </Link>
        <h2>{dayText(date)}</h2>
        {date < today ? (
          <Link href={`${base}/day/${addDays(date, 1)}`} className="button">
            Day after<span aria-hidden="true"> →</span>
          </Link>
        ) : (
          <span className="button disabled">Today</span>
        )}
      </nav>
      <Day key={date} context={context} date={date} />
    </>
  );
}

function Day({ context, date }: { context: PersonContext; date: string }) {
  const { userId, timeZone } = context;
  const { from, to } = useMemo(() => dayBounds(date, timeZone), [date, timeZone]);
  const now = useNow();
  const records = useRecords(userId, shownTypes, from, to);
  const basals = useRecords(userId, ['BASAL'], new Date(from.getTime() - basalReach), to);
  const notes = useNotesOfDay(userId, from, to);
  const loaded = records.data && basals.data ? { records: records.data, basals: basals.data } : undefined;
  const query = {
    data: loaded,
    error: records.error ?? basals.error,
    isPending: records.isPending || basals.isPending,
    refetch: () => Promise.all([records.refetch(), basals.refetch()]),
  };
  return (
    <Shown query={query} what="Loading the day">
      {(data) => {
        const end = Math.min(to.getTime(), now);
        const events = toDayEvents(data.records, data.basals, from.getTime(), end);
        return (
          <>
            <DaySummary context={context} from={from} to={to} totals={toTotals(events)} />
            <Card title="Glucose, insulin and carbohydrate" className="day-card">
              <DayChart events={events} notes={notes} from={from} to={to} timeZone={timeZone} />
            </Card>
            <Card title="What happened">
              <DayEventTable events={events} notes={notes} timeZone={timeZone} />
            </Card>
          </>
        );
      }}
    </Shown>
  );
}

interface DaySummaryProps {
  context: PersonContext;
  from: Date;
  to: Date;
  totals: ReturnType<typeof toTotals>;
}

function DaySummary({ context: { userId, timeZone }, from, to, totals }: DaySummaryProps) {
  const units = useUnits();
  const variables = { userId, from: from.toISOString(), to: to.toISOString(), timezone: timeZone };
  const statistics = useGraphQuery(GlucoseStatisticsDocument, variables);
  const figures = statistics.data?.user?.glucoseStatistics;
  if (statistics.error) return <Empty>The statistics of this day cannot be shown.</Empty>;
  const shares = {
    veryLow: figures?.inVeryLow.share ?? null,
    low: figures?.inLow.share ?? null,
    target: figures?.inTarget.share ?? null,
    high: figures?.inHigh.share ?? null,
    veryHigh: figures?.inVeryHigh.share ?? null,
  };
  const tiles: [label: string, value: string][] = [
    ['Time in target', percent(shares.target)],
    ['Mean glucose', glucoseText(figures?.mean, units)],
    ['Sensor wear', percent(figures?.wear)],
    ['Bolus insulin', insulin(totals.bolus)],
    ['Basal insulin', insulin(totals.basal)],
    ['Carbohydrate eaten', grams(totals.carbs)],
  ];
  return (
    <section className="day-summary" aria-label="Figures of the day">
      <RangeBar shares={shares} />
      <dl className="tiles">
        {tiles.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
