import type { RecordEntity } from '../record.entity';
import type { AccountRecord } from './account-record';
import { toSeriesKey, type BasalPlace } from './earlier-basals';

/** Basals form no series with injections. */
const isOfSeries = ({ type, subType }: RecordEntity): boolean => type === 'basal' && subType !== 'injected';

/** The basals that a batch adds, by series, in order of time. Of several at one time, the first counts. */
export class AddedBasals {
  private readonly series = new Map<string, AccountRecord[]>();

  add(record: AccountRecord): void {
    if (!isOfSeries(record.row)) return;
    const key = toSeriesKey(record.row);
    const basals = this.series.get(key) ?? [];
    this.series.set(key, basals);
    const index = countBefore(basals, record.row.time);
    // Most uploaders send them in order of time, so that this one mostly comes last.
    if (basals[index]?.row.time !== record.row.time) basals.splice(index, 0, record);
  }

  /** The latest one before a place in its series. */
  before(place: BasalPlace): AccountRecord | undefined {
    const basals = this.series.get(toSeriesKey(place)) ?? [];
    return basals[countBefore(basals, place.time) - 1];
  }
}

/** How many records come before an instant; they are in order of time. */
function countBefore(records: readonly AccountRecord[], time: number): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle] as AccountRecord).row.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
