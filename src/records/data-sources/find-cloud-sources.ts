import type { FindCloudSources, TimeRange } from '../data/cloud-readings';

/** Accounts per statement: small enough for both dialects. */
const accountsAtOnce = 1_000;

type Row = [
  userId: string,
  dataSetIds: string,
  earliestDataTime: number | string | null,
  latestDataTime: number | string | null,
];

/** Data imported by the data sources of accounts, linked or not. For the readers of records. */
export const findCloudSources: FindCloudSources = async (query, userIds) => {
  const found = new Map<string, { dataSetIds: string[]; ranges: TimeRange[] }>();
  for (let start = 0; start < userIds.length; start += accountsAtOnce) {
    const some = userIds.slice(start, start + accountsAtOnce);
    const rows = await query<Row>(
      `SELECT user_id, data_set_ids, earliest_data_time, latest_data_time FROM data_sources
       WHERE user_id IN (${some.map(() => '?').join(', ')})`,
      some,
    );
    for (const [userId, dataSetIds, earliest, latest] of rows) {
      const brought = found.get(userId) ?? { dataSetIds: [], ranges: [] };
      found.set(userId, brought);
      brought.dataSetIds.push(...(JSON.parse(dataSetIds) as string[]));
      if (earliest !== null && latest !== null) brought.ranges.push([Number(earliest), Number(latest)]);
    }
  }
  return found;
};
