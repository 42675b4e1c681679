import type { ListOrder, Placed } from '../../platform/list-part';
import type { ConfirmationEntity } from './confirmation.entity';

/** Confirmations, newest first: the order in which they are found. */
export const confirmationsOrder: ListOrder = {
  name: 'newest',
  keys: [
    { expression: 'created_time', kind: 'number', descending: true },
    { expression: 'confirmation_key', kind: 'text' },
  ],
};

/** A confirmation and its place. */
export const placedConfirmation = (item: ConfirmationEntity): Placed<ConfirmationEntity> => ({
  place: [item.createdTime, item.key],
  item,
});
