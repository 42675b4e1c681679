import { readConsentTexts } from '../../identity/consents/consent-texts-file';
import type { IdentityProvider } from '../../identity/identity-providers/identity-provider';
import { readIdentityProviders } from '../../identity/identity-providers/identity-providers-file';
import { ProviderConnections } from '../../identity/identity-providers/provider-connection';
import { readClientsFile } from '../../identity/token-service/clients/clients-file';
import { invitationOperations } from '../../invitation-page/operations';
import type { Config } from '../../platform/config';
import { readProvidersFile } from '../../records/data-sources/providers-file';
import { Advice, Fault, type Check } from './check';
import { networkFault } from './network-fault';

const counted = (count: number, what: string): string => `The file has ${count} ${what}.`;

/** Checks of the files that settings name, and of what these files point to. */
export function checkFiles(config: Config): Check[] {
  const { CLIENTS_FILE, IDENTITY_PROVIDERS_FILE, PROVIDERS_FILE, CONSENTS_FILE, GRAPH_ALLOW_LIST_FILE } =
    config;
  const readers: [setting: string, path: string | undefined, read: (path: string) => Promise<string>][] = [
    ['CLIENTS_FILE', CLIENTS_FILE, async (path) => counted(readClientsFile(path).length, 'clients')],
    [
      'IDENTITY_PROVIDERS_FILE',
      IDENTITY_PROVIDERS_FILE,
      async (path) => counted(readIdentityProviders(path).length, 'identity providers'),
    ],
    [
      'PROVIDERS_FILE',
      PROVIDERS_FILE,
      async (path) => counted(readProvidersFile(path, config.BASE_URL).length, 'data providers'),
    ],
    ['CONSENTS_FILE', CONSENTS_FILE, async (path) => counted(readConsentTexts(path).length, 'consent texts')],
    ['GRAPH_ALLOW_LIST_FILE', GRAPH_ALLOW_LIST_FILE, readList],
  ];
  return [
    ...readers.flatMap(([setting, path, read]) =>
      path === undefined ? [] : [{ setting, value: path, run: () => read(path) }],
    ),
    ...(IDENTITY_PROVIDERS_FILE === undefined ? [] : checkProviders(IDENTITY_PROVIDERS_FILE)),
    ...(CONSENTS_FILE === undefined ? [placeholders] : []),
  ];
}

const placeholders: Check = {
  setting: 'CONSENTS_FILE',
  value: '',
  run: () =>
    Promise.reject(new Advice('The consent texts are placeholders. Set it to a file with your own texts.')),
};

async function readList(path: string): Promise<string> {
  // The schema takes a second to build, and is only needed here.
  const { servedGraph } = await import('../../surfaces.js');
  const { readAllowList } = await import('../../graph/limits/allow-list.js');
  readAllowList(path, servedGraph().schema, invitationOperations);
  return 'The documents of the file fit the schema.';
}

/** One check for each identity provider whose entry can be read. */
function checkProviders(path: string): Check[] {
  const connections = new ProviderConnections();
  const reach = async (provider: IdentityProvider): Promise<string> => {
    try {
      await connections.to(provider);
      return `The identity provider ${provider.alias} answers.`;
    } catch (error) {
      const fault =
        networkFault(error) ?? `Its discovery document cannot be used: ${(error as Error).message}.`;
      throw new Fault(
        `The identity provider ${provider.alias} does not work at ${provider.issuer}. ${fault}`,
      );
    }
  };
  try {
    return readIdentityProviders(path)
      .filter(({ enabled }) => enabled)
      .map((provider) => ({
        setting: 'IDENTITY_PROVIDERS_FILE',
        value: path,
        run: () => reach(provider),
      }));
  } catch {
    // The check of the file says what is wrong with it.
    return [];
  }
}
