/** What the server tells the page about its surroundings. */
export interface ExplorerSettings {
  /** The public address of the service, without a slash at the end. The log-in only returns to this origin. */
  baseUrl: string;
  /** The issuer of the tokens: the address below which the discovery document is found. */
  authority: string;
  /** The explorer's own client id at the token service. */
  clientId: string;
}

/** Reads the settings that the server wrote into the page. Throws if they are missing or not JSON. */
export function readSettings(): ExplorerSettings {
  const element = document.getElementById('explorer-settings');
  if (!element?.textContent) throw new Error('The page carries no settings.');
  return JSON.parse(element.textContent) as ExplorerSettings;
}
