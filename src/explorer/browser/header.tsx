import type { LogInState } from './log-in';

interface HeaderProps {
  state: LogInState;
  onLogIn: () => void;
  onLogOut: () => void;
}

/** The bar at the top: product name, log-in state, and log-in or log-out. */
export function Header({ state, onLogIn, onLogOut }: HeaderProps) {
  return (
    <header className="explorer-header">
      <h1>
        Glycograph <span>Explorer</span>
      </h1>
      {state.status === 'logged-in' && (
        <p className="explorer-person" title={state.person}>
          <span className="explorer-hidden">Logged in as </span>
          {state.person}
        </p>
      )}
      {state.status === 'logged-in' && (
        <button type="button" className="explorer-button" onClick={onLogOut}>
          Log out
        </button>
      )}
      {state.status === 'logged-out' && (
        <button type="button" className="explorer-button explorer-button-main" onClick={onLogIn}>
          Log in
        </button>
      )}
      {state.status === 'busy' && (
        <button type="button" className="explorer-button" disabled>
          One moment…
        </button>
      )}
    </header>
  );
}
