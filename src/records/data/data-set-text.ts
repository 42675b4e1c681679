import { isoTime } from '../../platform/clock';
import type { DataSetEntity } from './data-set.entity';
import { deduplicatorNamed } from './deduplicators/choose';

/** A data set as the data-set routes return it. */
export function dataSetOnWire(dataSet: DataSetEntity): Record<string, unknown> {
  return {
    ...dataSetAsRecord(dataSet),
    createdTime: isoTime(dataSet.createdTime),
    modifiedTime: isoTime(dataSet.modifiedTime),
    ...(dataSet.deletedTime !== null && { deletedTime: isoTime(dataSet.deletedTime) }),
  };
}

type Shown = Pick<
  DataSetEntity,
  'content' | 'state' | 'byUser' | 'dataSetType' | 'deduplicator' | 'id' | 'time' | 'uploadId'
>;

/** A data set as a record of type `upload` among the records of its owner. Legacy uploads are returned as sent. */
export function dataSetAsRecord(dataSet: Shown): Record<string, unknown> {
  if (dataSet.state === 'none') return dataSet.content as Record<string, unknown>;
  const { name, version } = deduplicatorNamed(dataSet.deduplicator) ?? {
    name: dataSet.deduplicator,
    version: '1.0.0',
  };
  return {
    ...dataSet.content,
    ...(dataSet.byUser !== null && { byUser: dataSet.byUser, createdUserId: dataSet.byUser }),
    dataSetType: dataSet.dataSetType,
    deduplicator: { name, version },
    id: dataSet.id,
    time: isoTime(dataSet.time),
    type: 'upload',
    uploadId: dataSet.uploadId,
  };
}
