import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LogIn } from '../../explorer/browser/log-in';
import { findInvitations, type OpenInvitation } from './invitation-list';
import { Invitation } from './open-invitation';

/** Results of the graph for invitations. */
type Found =
  { kind: 'waiting' } | { kind: 'failed'; problem: string } | { kind: 'list'; invitations: OpenInvitation[] };

/** The invitations of the logged-in person. */
export function App({ logIn }: { logIn: LogIn }) {
  const { status, person, message } = useSyncExternalStore(logIn.subscribe, logIn.state);
  const [found, setFound] = useState<Found>({ kind: 'waiting' });
  const isLoggedIn = status === 'logged-in';
  useEffect(() => {
    if (!isLoggedIn) return;
    findInvitations(logIn).then(
      (invitations) => setFound({ kind: 'list', invitations }),
      (error: unknown) =>
        setFound({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) }),
    );
  }, [isLoggedIn, logIn]);

  return (
    <>
      {message !== undefined && <p role="alert">{message}</p>}
      {status === 'busy' && <p role="status">One moment…</p>}
      {status === 'logged-out' && (
        <p>
          <button type="button" onClick={() => void logIn.start()}>
            Log in
          </button>
        </p>
      )}
      {isLoggedIn && (
        <>
          <Invitations found={found} logIn={logIn} />
          <p className="hint">You are logged in as {person}.</p>
          <p>
            <button type="button" className="secondary" onClick={() => void logIn.end()}>
              Log out
            </button>
          </p>
        </>
      )}
    </>
  );
}

function Invitations({ found, logIn }: { found: Found; logIn: LogIn }) {
  if (found.kind === 'waiting') return <p role="status">One moment…</p>;
  if (found.kind === 'failed') return <p role="alert">{found.problem}</p>;
  const { invitations } = found;
  if (invitations.length === 0)
    return (
      <p>
        You have no open invitations. One that was sent to another address is found by who logs in with that
        address.
      </p>
    );
  return (
    <ul>
      {invitations.map((invitation) => (
        <Invitation key={invitation.key} logIn={logIn} invitation={invitation} />
      ))}
    </ul>
  );
}
