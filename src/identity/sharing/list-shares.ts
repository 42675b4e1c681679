import type { PartQuestion } from '../../platform/database/pages';
import type { ListOrder, ListPart } from '../../platform/list-part';

/** Who shares with whom. */
export interface Pair {
  sharerId: string;
  granteeId: string;
}

/** The shares that an account gives to others, or receives from them. */
export type SharesSide = 'given' | 'received';

/** A request for one page of an account's shares, by the id of the other account. */
export interface SharesQuestion extends ListPart {
  accountId: string;
  side: SharesSide;
}

const columns = {
  given: { own: 'sharer_id', other: 'grantee_id' },
  received: { own: 'grantee_id', other: 'sharer_id' },
} as const;

/** The order of shares: by the id of the other account. */
export const sharesOrder = (side: SharesSide): ListOrder => ({
  name: 'account',
  keys: [{ expression: columns[side].other, kind: 'text' }],
});

/** The pair of an account and the other one. */
export const pairFrom: Record<SharesSide, (accountId: string, otherId: string) => Pair> = {
  given: (sharerId, granteeId) => ({ sharerId, granteeId }),
  received: (granteeId, sharerId) => ({ sharerId, granteeId }),
};

/** A text that identifies a pair. */
export const pairName = ({ sharerId, granteeId }: Pair): string => `${sharerId} ${granteeId}`;

/** What to read for a page. */
export function buildPartQuestion({ accountId, side, ...part }: SharesQuestion): PartQuestion {
  const { own, other } = columns[side];
  const source = { id: other, from: `FROM shares WHERE ${own} = ?`, parameters: [accountId] };
  return { source, keys: sharesOrder(side).keys, part };
}
