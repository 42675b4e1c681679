import type { LogInPageSettings } from '../../platform/http/page-settings';

/** Reads the settings that the server wrote into the page. Throws if they are missing or not JSON. */
export function readSettings(): LogInPageSettings {
  const element = document.getElementById('page-settings');
  if (!element?.textContent) throw new Error('The page carries no settings.');
  return JSON.parse(element.textContent) as LogInPageSettings;
}
