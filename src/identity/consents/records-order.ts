import type { ListOrder, Placed } from '../../platform/list-part';
import type { ConsentRecordEntity } from './consent-record.entity';

/** The records of an account by type, newest first. */
export const recordsOrder: ListOrder = {
  name: 'type',
  keys: [
    { expression: 'type', kind: 'text' },
    { expression: 'created_time', kind: 'number', descending: true },
    { expression: 'version', kind: 'number', descending: true },
    { expression: 'id', kind: 'text', descending: true },
  ],
};

/** A record and its place. */
export const placedRecord = (item: ConsentRecordEntity): Placed<ConsentRecordEntity> => ({
  place: [item.type, item.createdTime, item.version, item.id],
  item,
});
