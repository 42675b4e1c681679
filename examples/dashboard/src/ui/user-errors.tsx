import { UserErrors } from '@glycograph/client/errors';

/** The message for a change that somebody else was faster with. */
const overtaken =
  'Somebody else has changed this in the meantime. The current state is shown now; please repeat your change.';

/** What is wrong with a change: one line for each problem that the service names. */
export function ChangeProblem({ error }: { error: unknown }) {
  if (error == null) return null;
  const lines =
    error instanceof UserErrors
      ? error.userErrors.map(({ code, message }) => (code === 'PRECONDITION_FAILED' ? overtaken : message))
      : [error instanceof Error ? error.message : 'The change failed.'];
  return (
    <div className="change-problem" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
