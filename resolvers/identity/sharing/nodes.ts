import { nodeType } from '../../node-type';
import { toShare, type Share } from './sharing.types';

/** Shares between accounts, which are named by both of them. */
export const sharingNodes = [
  nodeType<Share>({
    type: 'Share',
    key: ({ ownerId, memberId }) => [ownerId, memberId],
    load: async (context, ownerId, memberId) => {
      const given = await context.load(context.services.sharing.sharesGiven, ownerId);
      const found = given.find(({ granteeId }) => granteeId === memberId);
      return found ? toShare(found) : null;
    },
    way: ({ ownerId, memberId }, { personId }) =>
      personId === memberId
        ? { type: 'User', field: 'sharesReceived', parent: { id: memberId } }
        : { type: 'User', field: 'sharesGiven', parent: { id: ownerId } },
  }),
];
