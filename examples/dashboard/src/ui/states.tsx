import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTitle } from './layout';

/** What is wrong, in words for people. */
const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';

/** Says that something is being read. */
export const Loading = ({ what = 'Loading' }: { what?: string }) => (
  <p className="state" role="status">
    <span className="spinner" aria-hidden="true" /> {what}…
  </p>
);

/** Says that something could not be read or done. */
export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => (
  <div className="state problem" role="alert">
    <p>{messageOf(error)}</p>
    {onRetry && (
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);

/** Says that there is nothing to show. */
export const Empty = ({ children }: { children: ReactNode }) => <p className="state empty">{children}</p>;

/** Says that an address leads nowhere. */
export function NoSuchPage() {
  useTitle('No such page');
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        Its address may be mistyped. The <Link href="/">start page</Link> leads to the others.
      </p>
    </>
  );
}

interface Readable<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** Shows the result of a query, or that it is being read or could not be read. */
export function Shown<Data>({
  query,
  what,
  children,
}: {
  query: Readable<Data>;
  /** What is being read, such as `Loading patients`. */
  what?: string;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending && !query.error) return <Loading what={what} />;
  return <Problem error={query.error} onRetry={() => void query.refetch()} />;
}
