import { Link } from 'wouter';
import { unitLabels } from '@glycograph/client/units';
import { glucoseNumber, indicator, percent, precisePercent } from '../../figures';
import type { PatientRowFragment } from '../../generated/operations';
import type { RangeShares } from '../../glucose-ranges';
import { ageInYears, calendarDate, dateText, timeAgo, unknown } from '../../time/zones';
import { useNow } from '../../time/use-now';
import { RangeBar } from '../../ui/range-bar';
import { useUnits } from '../../ui/units';
import type { ListSettings, SortColumn } from './list-settings';

interface PatientTableProps {
  rows: readonly PatientRowFragment[];
  settings: ListSettings;
  clinic: { id: string; timezone?: string | null };
  onChange: (changes: Partial<ListSettings>) => void;
}

type Period = NonNullable<PatientRowFragment['summary']>['periods'][number];

const toShares = (period: Period | undefined): RangeShares => ({
  veryLow: period?.inVeryLow.share ?? null,
  low: period?.inLow.share ?? null,
  target: period?.inTarget.share ?? null,
  high: period?.inHigh.share ?? null,
  veryHigh: period?.inVeryHigh.share ?? null,
});

/** The most time below range that the consensus recommends (Battelino et al., Diabetes Care 2019). */
const mostLow = 0.04;

/** The patients of a page with the figures of the period; on a narrow screen as a list of cards. */
export function PatientTable({ rows, settings, clinic, onChange }: PatientTableProps) {
  const units = useUnits();
  const header = (column: SortColumn, text: string, className = '') => (
    <ColumnHeader column={column} text={text} className={className} settings={settings} onChange={onChange} />
  );
  return (
    <table className="patients">
      <thead>
        <tr>
          {header('name', 'Patient')}
          <th scope="col">Tags</th>
          {header('target', 'Time in ranges')}
          {header('low', 'Low', 'number')}
          {header('mean', `Mean, ${unitLabels[units]}`, 'number')}
          {header('gmi', 'GMI', 'number')}
          {header('variation', 'CV', 'number')}
          {header('wear', 'Wear', 'number')}
          {header('upload', 'Last upload')}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PatientLine key={row.id} row={row} clinic={clinic} />
        ))}
      </tbody>
    </table>
  );
}

interface ColumnHeaderProps {
  column: SortColumn;
  text: string;
  className: string;
  settings: ListSettings;
  onChange: (changes: Partial<ListSettings>) => void;
}

function ColumnHeader({ column, text, className, settings, onChange }: ColumnHeaderProps) {
  const isSorted = settings.sort === column;
  const direction = settings.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        className="sort"
        onClick={() => onChange({ sort: column, descending: isSorted && !settings.descending })}
      >
        {text}
        <span aria-hidden="true" className="arrow">
          {isSorted ? (settings.descending ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );
}

function PatientLine({ row, clinic }: { row: PatientRowFragment; clinic: PatientTableProps['clinic'] }) {
  const units = useUnits();
  const period = row.summary?.periods[0];
  const shares = toShares(period);
  const anyLow = period?.inAnyLow.share ?? null;
  const lastUpload = row.summary?.dates.lastUploadDate;
  const now = useNow();
  const timeZone = clinic.timezone ?? 'UTC';
  const age = ageInYears(row.birthDate, timeZone);
  const details = [
    age !== null && row.birthDate ? `${age} y, born ${calendarDate(row.birthDate)}` : null,
    row.mrn ? `MRN ${row.mrn}` : null,
  ].filter((text) => text !== null);
  return (
    <tr>
      <th scope="row">
        <Link href={`/clinics/${clinic.id}/patients/${row.userId}`} className="name">
          {row.fullName}
        </Link>
        <small>{details.join(' · ')}</small>
      </th>
      <td className="tags">
        {row.tags.map(({ id, name }) => (
          <span key={id} className="chip">
            {name}
          </span>
        ))}
      </td>
      <td className="ranges">
        <div className="ranges-cell">
          <RangeBar shares={shares} />
          <span className="figure">{percent(shares.target)}</span>
        </div>
      </td>
      <td className="number" data-label="Low">
        <span className={anyLow !== null && anyLow > mostLow ? 'warning' : ''}>{precisePercent(anyLow)}</span>
      </td>
      <td className="number" data-label={`Mean, ${unitLabels[units]}`}>
        {glucoseNumber(period?.averageGlucose, units)}
      </td>
      <td className="number" data-label="GMI">
        {indicator(period?.glucoseManagementIndicator)}
      </td>
      <td className="number" data-label="CV">
        {precisePercent(period?.coefficientOfVariation)}
      </td>
      <td className="number" data-label="Wear">
        {percent(period?.total.share)}
      </td>
      <td data-label="Last upload">
        {lastUpload ? (
          <time dateTime={lastUpload} title={dateText(lastUpload, timeZone)}>
            {timeAgo(lastUpload, now)}
          </time>
        ) : (
          unknown
        )}
      </td>
    </tr>
  );
}
