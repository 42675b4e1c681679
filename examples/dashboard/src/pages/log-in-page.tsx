import { useState } from 'react';
import { Brand, useTitle } from '../ui/layout';

interface LogInPageProps {
  /** Why nobody is logged in. */
  message: string | null;
  /** Leaves for the log-in page of the service; absent if it cannot be reached. */
  onLogIn?: () => Promise<void>;
}

/** Shown as long as nobody is logged in. */
export function LogInPage({ message, onLogIn }: LogInPageProps) {
  useTitle('Log in');
  const [problem, setProblem] = useState(message);
  const logIn = () =>
    onLogIn?.().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  return (
    <main className="log-in">
      <div className="card">
        <Brand />
        <h1>Diabetes data, at a glance</h1>
        <p>For care teams, for people with diabetes, and for those who look after them.</p>
        {problem !== null && (
          <p className="change-problem" role="alert">
            {problem}
          </p>
        )}
        {onLogIn && (
          <button type="button" className="button primary" onClick={() => void logIn()}>
            Log in
          </button>
        )}
      </div>
    </main>
  );
}
