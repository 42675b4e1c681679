import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './dashboard';
import { LogInPage } from './pages/log-in-page';
import { openSession, type Session } from './session';
import { settings } from './settings';
import '@fontsource-variable/inter/index.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/charts.css';
import './styles/pages.css';
import './styles/narrow.css';

const container = document.getElementById('dashboard');
if (!container) throw new Error('The page has no place for the dashboard.');
const root = createRoot(container);
const show = (content: ReactNode) => root.render(<StrictMode>{content}</StrictMode>);

const ended = 'Your session has ended. Please log in again.';

function showLogIn(session: Session, message: string | null): void {
  session.client.close();
  show(<LogInPage message={message} onLogIn={() => session.logIn()} />);
}

async function start(): Promise<void> {
  let opened: Session | null = null;
  opened = await openSession(settings, () => opened && showLogIn(opened, ended));
  if (!opened) return;
  if (opened.isLoggedIn()) show(<Dashboard session={opened} />);
  else showLogIn(opened, opened.message);
}

start().catch((error: unknown) => {
  show(<LogInPage message={error instanceof Error ? error.message : 'The dashboard cannot start.'} />);
});
