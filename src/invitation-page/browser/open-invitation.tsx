import { useEffect, useRef, useState } from 'react';
import type { LogIn } from '../../explorer/browser/log-in';
import { answer, isOpen, type OpenInvitation } from './invitation-list';

interface InvitationProps {
  logIn: LogIn;
  invitation: OpenInvitation;
}

/** Outcome of an invitation on this page. */
type Progress = { kind: 'open'; problem?: string } | { kind: 'sending' } | { kind: 'done'; text: string };

/** One invitation, with the permissions it grants, and the two answers. */
export function Invitation({ logIn, invitation }: InvitationProps) {
  const [progress, setProgress] = useState<Progress>({ kind: 'open' });
  const { text, allowed, permissions, accept, decline, accepted } = invitation;
  const outcome = useRef<HTMLDivElement>(null);
  // The buttons disappear, and with them the keyboard's place on the page.
  useEffect(() => {
    if (progress.kind === 'done') outcome.current?.focus();
  }, [progress.kind]);
  const send = async (chosen: OpenInvitation['accept'], done: string) => {
    setProgress({ kind: 'sending' });
    try {
      await answer(logIn, chosen);
      setProgress({ kind: 'done', text: done });
    } catch (error) {
      // An earlier answer may have arrived although nothing came back.
      if (await isOpen(logIn, invitation).catch(() => true))
        setProgress({ kind: 'open', problem: error instanceof Error ? error.message : String(error) });
      else setProgress({ kind: 'done', text: 'This invitation has been answered, or it has ended.' });
    }
  };
  return (
    <li>
      <p>{text}</p>
      {permissions.length > 0 && (
        <>
          <p>{allowed}</p>
          <ul className="allowed">
            {permissions.map((permission) => (
              <li key={permission}>{permission}</li>
            ))}
          </ul>
        </>
      )}
      <div role="status" ref={outcome} tabIndex={-1}>
        {progress.kind === 'done' && <p>{progress.text}</p>}
        {progress.kind === 'open' && progress.problem !== undefined && <p role="alert">{progress.problem}</p>}
      </div>
      {progress.kind !== 'done' && (
        <div className="choices">
          <button
            type="button"
            disabled={progress.kind === 'sending'}
            onClick={() => void send(accept, accepted)}
          >
            Accept
          </button>
          <button
            type="button"
            className="secondary"
            disabled={progress.kind === 'sending'}
            onClick={() => void send(decline, 'You have declined.')}
          >
            Decline
          </button>
        </div>
      )}
    </li>
  );
}
