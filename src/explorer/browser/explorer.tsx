import 'graphiql/graphiql.css';
import './explorer.css';
import './readable-colors.css';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { LogIn } from './log-in';
import { readSettings } from './settings';

const root = document.getElementById('explorer');
if (!root) throw new Error('The page has no element to show the explorer in.');

const logIn = new LogIn(readSettings());
createRoot(root).render(<App logIn={logIn} />);
void logIn.resume();
