import type { CloudSource, FindCloudSources } from '../data/cloud-readings';

/** Accounts per statement: small enough for both dialects. */
const accountsAtOnce = 1_000;

type Row = [
  userId: string,
  dataSetIds: string,
  earliestDataTime: number | string | null,
  latestDataTime: number | string | null,
];

function toCloudSource([userId, dataSetIds, earliest, latest]: Row): CloudSource {
  const range = earliest === null || latest === null ? null : ([Number(earliest), Number(latest)] as const);
  return { userId, dataSetIds: JSON.parse(dataSetIds) as string[], range };
}

/** What the data sources of accounts have imported, linked or not. For the readers of records. */
export const findCloudSources: FindCloudSources = async (query, userIds) => {
  const found: CloudSource[] = [];
  for (let start = 0; start < userIds.length; start += accountsAtOnce) {
    const some = userIds.slice(start, start + accountsAtOnce);
    const rows = await query<Row>(
      `SELECT user_id, data_set_ids, earliest_data_time, latest_data_time FROM data_sources
       WHERE user_id IN (${some.map(() => '?').join(', ')})`,
      some,
    );
    found.push(...rows.map(toCloudSource));
  }
  return found;
};
