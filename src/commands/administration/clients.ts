import {
  ClientAdministration,
  isTrustedServer,
  type EditedClient,
} from '../../identity/token-service/clients/client-administration.service';
import type { Client } from '../../identity/token-service/clients/client';
import { optionText, parameter, type Given, type Outcome, type ServiceCommand } from './command';
import { table } from './print';
import type { AdministrationSession } from './session';

const soon = 'Processes of the service read the file again within seconds.';

/** The file need not exist, which the services of a session do not know of. */
const administration = ({ config, services }: AdministrationSession): ClientAdministration =>
  new ClientAdministration(
    { ...services, clients: services.tokenServiceParts.clients, realms: config.realms },
    config.CLIENTS_FILE,
  );

function listClients({ services }: AdministrationSession, isListed: (client: Client) => boolean): Outcome {
  const { clients } = services.tokenServiceParts;
  const listed = clients
    .list()
    .filter(isListed)
    .map((client) => ({
      id: client.id,
      name: client.name,
      isConfidential: client.secretDigest !== undefined,
      isEnabled: client.enabled,
      isBuiltIn: !clients.isInFile(client.id),
      grants: [...client.grants],
      roles: client.roles,
      redirectUris: client.redirectUris,
      consentRequired: client.consentRequired,
    }));
  return {
    data: listed,
    text: table(
      ['Id', 'Secret', 'From', 'Enabled', 'Grants'],
      listed.map(({ id, isConfidential, isBuiltIn, isEnabled, grants }) => [
        ...[id, isConfidential, isBuiltIn ? 'built in' : 'CLIENTS_FILE', isEnabled, grants.join(', ')],
      ]),
      'There are none.',
    ),
  };
}

/** An edit of the file that may have made a secret. */
async function edit(
  session: AdministrationSession,
  command: string,
  change: (clients: ClientAdministration) => Promise<EditedClient>,
  isRotated = false,
): Promise<Outcome> {
  const { client, secret } = await session.change(command, [], () => change(administration(session)));
  return {
    data: { clientId: client.id, clientSecret: secret, file: session.config.CLIENTS_FILE },
    text: [
      ...(secret === null ? [] : [`Secret, shown only now: ${secret}`]),
      ...(isRotated && isTrustedServer(client) ? [stillValid(client.id)] : []),
      soon,
    ].join('\n'),
  };
}

const stillValid = (id: string): string =>
  `Tokens issued with the old secret stay valid for up to SERVER_TOKEN_TTL seconds. End them with \`glycograph servers log-out ${id}\`.`;

const rotate = (session: AdministrationSession, command: string, given: Given): Promise<Outcome> => {
  const id = parameter(given, 0);
  return edit(session, `${command} ${id}`, (clients) => clients.rotateSecret(id), true);
};

async function remove(session: AdministrationSession, command: string, given: Given): Promise<Outcome> {
  const id = parameter(given, 0);
  await session.change(`${command} ${id}`, [], () => administration(session).remove(id));
  return { data: { clientId: id }, text: `The client ${id} is removed. ${soon}` };
}

/** OAuth clients: list, add, rotate secrets, remove. */
export const clientCommands: readonly ServiceCommand[] = [
  {
    name: 'clients list',
    description: 'Lists OAuth clients: those that are built in, and those of CLIENTS_FILE.',
    examples: ['clients list', 'clients list --json'],
    run: (session) => Promise.resolve(listClients(session, () => true)),
  },
  {
    name: 'clients add',
    description:
      'Adds an OAuth client to CLIENTS_FILE. With --secret it gets a secret, which is shown once and stored as a digest.',
    parameters: [['<id>', 'Client id.']],
    options: [
      ['--name <name>', 'Name that people see on the consent page.'],
      ['--redirect <addresses>', 'Redirect addresses, separated by commas.'],
      ['--origin <origins>', 'Origins whose pages may read responses, separated by commas.'],
      ['--grants <grants>', 'Grants, separated by commas.', 'authorization_code,refresh_token'],
      ['--secret', 'Make a secret; without it the client is public and must use PKCE.'],
      ['--third-party', 'People are asked for their consent.'],
    ],
    examples: [
      'clients add dashboard --redirect "https://dashboard.example.org/*" --origin https://dashboard.example.org',
      'clients add clinic-integration --grants client_credentials --secret',
    ],
    run(session, given) {
      const list = (name: string) => (optionText(given, name) ?? '').split(',').filter((each) => each !== '');
      const client = {
        clientId: parameter(given, 0),
        name: optionText(given, 'name'),
        redirectUris: list('redirect'),
        webOrigins: list('origin'),
        grants: list('grants'),
        isConfidential: given.options.secret === true,
        consentRequired: given.options.thirdParty === true,
      };
      return edit(session, `clients add ${client.clientId}`, (clients) => clients.add(client));
    },
  },
  {
    name: 'clients rotate-secret',
    description:
      'Gives a client of CLIENTS_FILE a new secret, which is shown once. The old one is invalid then, and the sessions of its service account end.',
    parameters: [['<id>', 'Client id.']],
    examples: ['clients rotate-secret clinic-integration'],
    run: (session, given) => rotate(session, 'clients rotate-secret', given),
  },
  {
    name: 'clients remove',
    description: 'Removes a client from CLIENTS_FILE, and ends the sessions of its service account.',
    parameters: [['<id>', 'Client id.']],
    examples: ['clients remove dashboard --yes'],
    confirmation: (given) => `Remove the client ${parameter(given, 0)}?`,
    run: (session, given) => remove(session, 'clients remove', given),
  },
];

/** Trusted servers: list, add, rotate secrets, end their sessions. */
export const serverCommands: readonly ServiceCommand[] = [
  {
    name: 'servers list',
    description:
      'Lists the clients that are trusted servers. The client backend, and every name at POST /auth/serverlogin, have SERVER_SECRET as their secret.',
    examples: ['servers list'],
    run: (session) => Promise.resolve(listClients(session, isTrustedServer)),
  },
  {
    name: 'servers add',
    description:
      'Adds a trusted server to CLIENTS_FILE, with a secret of its own, which is shown once and stored as a digest.',
    parameters: [['<id>', 'Client id of the server.']],
    examples: ['servers add importer'],
    run(session, given) {
      const id = parameter(given, 0);
      return edit(session, `servers add ${id}`, (clients) => clients.addServer(id));
    },
  },
  {
    name: 'servers rotate-secret',
    description:
      'Gives a trusted server of CLIENTS_FILE a new secret, which is shown once. The old one is invalid then; tokens stay valid for up to SERVER_TOKEN_TTL.',
    parameters: [['<id>', 'Client id of the server.']],
    examples: ['servers rotate-secret importer', 'servers log-out importer'],
    run: (session, given) => rotate(session, 'servers rotate-secret', given),
  },
  {
    name: 'servers remove',
    description: 'Removes a trusted server from CLIENTS_FILE, and ends its sessions.',
    parameters: [['<id>', 'Client id of the server.']],
    examples: ['servers remove importer --yes'],
    confirmation: (given) => `Remove the server ${parameter(given, 0)}?`,
    run: (session, given) => remove(session, 'servers remove', given),
  },
  {
    name: 'servers log-out',
    description:
      'Ends the sessions of a trusted server, and with them its tokens. Without an id, those of POST /auth/serverlogin: after SERVER_SECRET has changed.',
    parameters: [['[id]', 'Client id of the server.']],
    examples: ['servers log-out --yes', 'servers log-out importer --yes'],
    confirmation: ({ args: [id] }) => `End all sessions of ${id ?? 'servers with SERVER_SECRET'}?`,
    async run(session, { args: [id] }) {
      const { auth, sessions } = session.services;
      await session.change(`servers log-out ${id ?? ''}`.trimEnd(), [], () =>
        id === undefined ? sessions.endAll(auth.serverUserId) : administration(session).endServerSessions(id),
      );
      return {
        data: { id: id ?? null },
        text: 'All sessions have ended. Servers log in again by themselves.',
      };
    },
  },
];
