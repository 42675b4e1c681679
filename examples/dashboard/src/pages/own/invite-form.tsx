import type { Permission } from '@glycograph/client/operations';
import { useState, type FormEvent } from 'react';
import { ChangeProblem } from '../../ui/user-errors';
import { grantable } from './permissions';

interface InviteFormProps {
  error: unknown;
  isBusy: boolean;
  onInvite: (email: string, permissions: Permission[]) => Promise<void>;
}

/** Invites somebody by email to see one's data. */
export function InviteForm({ error, isBusy, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [permissions, setPermissions] = useState<Permission[]>(['VIEW']);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const toggle = (permission: Permission) =>
    setPermissions(
      permissions.includes(permission)
        ? permissions.filter((each) => each !== permission)
        : [...permissions, permission],
    );
  const invite = (event: FormEvent) => {
    event.preventDefault();
    setSentTo(null);
    onInvite(email.trim(), permissions).then(
      () => {
        setSentTo(email.trim());
        setEmail('');
      },
      // It is shown, and what was entered stays.
      () => undefined,
    );
  };
  return (
    <form className="invite-form" onSubmit={invite}>
      <label className="field">
        <span>Email address</span>
        <input type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
      </label>
      <fieldset className="checks">
        <legend>They may</legend>
        {grantable.map(([permission, text]) => (
          <label key={permission}>
            <input
              type="checkbox"
              checked={permissions.includes(permission)}
              onChange={() => toggle(permission)}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <ChangeProblem error={error} />
      {sentTo !== null && (
        <p className="done" role="status">
          The invitation to {sentTo} is on its way.
        </p>
      )}
      <button type="submit" className="button primary" disabled={isBusy || permissions.length === 0}>
        Send invitation
      </button>
    </form>
  );
}
