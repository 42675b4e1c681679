/** Where a page of a list lies. */
export interface PageInfo {
  startCursor?: string | null;
  endCursor?: string | null;
  hasPreviousPage: boolean;
  hasNextPage: boolean;
}

/** Which page of a list to read: the first, or the one next to a cursor. */
export type PagePosition = { after?: string; before?: string };

/** The paging arguments of a connection. */
export const pageArguments = ({ after, before }: PagePosition, size: number) =>
  before === undefined ? { first: size, after } : { last: size, before };

interface PagerProps {
  /** What is paged, such as `patients`. */
  what: string;
  pageInfo: PageInfo;
  onTurn: (position: PagePosition) => void;
}

/** Leads to the page before and after. Pages are found by key, so items that come or go shift nothing. */
export function Pager({ what, pageInfo, onTurn }: PagerProps) {
  const { startCursor, endCursor, hasPreviousPage, hasNextPage } = pageInfo;
  if (!hasPreviousPage && !hasNextPage) return null;
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      <button type="button" className="button" disabled={!hasPreviousPage} onClick={() => onTurn({})}>
        First
      </button>
      <button
        type="button"
        className="button"
        disabled={!hasPreviousPage}
        onClick={() => onTurn({ before: startCursor ?? undefined })}
      >
        Previous
      </button>
      <button
        type="button"
        className="button"
        disabled={!hasNextPage}
        onClick={() => onTurn({ after: endCursor ?? undefined })}
      >
        Next
      </button>
    </nav>
  );
}
