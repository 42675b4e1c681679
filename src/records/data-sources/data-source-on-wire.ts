import { isoTime } from '../../platform/clock';
import { errorForPeople } from './data-source-error';
import type { DataSourceEntity } from './data-source.entity';

/**
 * A data source as the REST routes return it; absent values are omitted. Sessions are only shown to trusted servers.
 */
export function dataSourceOnWire(source: DataSourceEntity, forServer: boolean): Record<string, unknown> {
  const { providerSessionId, error, dataSetIds } = source;
  return {
    id: source.id,
    userId: source.userId,
    providerType: source.providerType,
    providerName: source.providerName,
    ...(forServer && providerSessionId !== null && { providerSessionId }),
    ...(source.providerExternalId !== null && { providerExternalId: source.providerExternalId }),
    state: source.state,
    ...(source.metadata !== null && { metadata: source.metadata }),
    ...(error !== null && { error: forServer ? error : errorForPeople(error) }),
    ...(dataSetIds.length > 0 && { dataSetId: dataSetIds[0], dataSetIds }),
    ...formatTimes(source),
    revision: source.revision,
  };
}

function formatTimes(source: DataSourceEntity): Record<string, string> {
  const { earliestDataTime, latestDataTime, lastImportTime, createdTime, modifiedTime } = source;
  const times = { earliestDataTime, latestDataTime, lastImportTime, createdTime, modifiedTime };
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) => (time === null ? [] : [[name, isoTime(time)]])),
  );
}
