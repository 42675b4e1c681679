import './invitations.css';
import { createRoot } from 'react-dom/client';
import { LogIn } from '../../explorer/browser/log-in';
import { readSettings } from '../../explorer/browser/settings';
import { App } from './app';

const root = document.getElementById('invitations');
if (!root) throw new Error('The page has no element to show the invitations in.');

const logIn = new LogIn(readSettings(), { beginsByItself: true });
createRoot(root).render(<App logIn={logIn} />);
void logIn.resume();
