import { nodeType } from '../../node-type';
import { loadShare } from './sharing';
import type { Share } from './sharing.types';

/** Shares between accounts, which are named by both of them. */
export const sharingNodes = [
  nodeType<Share>({
    type: 'Share',
    key: ({ ownerId, memberId }) => [ownerId, memberId],
    load: (context, ownerId, memberId) => loadShare(context, { ownerId, memberId }),
    way: ({ ownerId, memberId }, { personId }) =>
      personId === memberId
        ? { type: 'User', field: 'sharesReceived', parent: { id: memberId } }
        : { type: 'User', field: 'sharesGiven', parent: { id: ownerId } },
  }),
];
