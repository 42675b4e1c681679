import { randomBytes, createHash } from 'node:crypto';
import { serverRole } from '../../identity/auth/identity.service';
import type { Client } from '../../identity/token-service/clients/client';
import {
  addClient,
  removeClient,
  replaceSecret,
} from '../../identity/token-service/clients/edit-clients-file';
import { notFound, wrongState } from '../../platform/errors';
import { optionText, parameter, type Given, type Outcome, type ServiceCommand } from './command';
import { table } from './print';
import type { AdministrationSession } from './session';

const restart = 'Restart the processes of the service: they read the file when they start.';

/** 256 random bits: no limit of attempts is needed. */
const newClientSecret = (): string => randomBytes(32).toString('hex');

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const isServer = ({ roles }: Client): boolean => roles.includes(serverRole);

function clientsFile({ config }: AdministrationSession): string {
  const { CLIENTS_FILE: path } = config;
  if (path === undefined)
    throw wrongState(
      'CLIENTS_FILE is not set. Set it to the path of a file, which need not exist, and repeat.',
    );
  return path;
}

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

/** Adds a client to the file; with a secret, which is shown once. */
async function add(
  session: AdministrationSession,
  command: string,
  client: Record<string, unknown> & { clientId: string },
  isConfidential: boolean,
): Promise<Outcome> {
  const path = clientsFile(session);
  const secret = isConfidential ? newClientSecret() : null;
  addClient(path, { ...client, ...(secret !== null && { clientSecretSha256: digest(secret) }) });
  await session.note(`${command} ${client.clientId}`, [], 'CHANGE');
  return {
    data: { clientId: client.clientId, clientSecret: secret, file: path },
    text: [...(secret === null ? [] : [`Secret, shown only now: ${secret}`]), restart].join('\n'),
  };
}

async function rotate(session: AdministrationSession, command: string, given: Given): Promise<Outcome> {
  const id = parameter(given, 0);
  const { clients } = session.services.tokenServiceParts;
  const client = clients.list().find((each) => each.id === id);
  if (!client) throw notFound(`There is no client ${id}.`);
  if (!clients.isInFile(id))
    throw wrongState(
      isServer(client)
        ? 'The secret of this client is SERVER_SECRET. Change the setting, restart the service, and run `glycograph servers log-out`.'
        : `The client ${id} is built in and has no secret.`,
    );
  const secret = newClientSecret();
  const path = clientsFile(session);
  replaceSecret(path, id, digest(secret));
  await session.note(`${command} ${id}`, [], 'CHANGE');
  return {
    data: { clientId: id, clientSecret: secret, file: path },
    text: `Secret, shown only now: ${secret}\n${restart}`,
  };
}

async function remove(session: AdministrationSession, command: string, given: Given): Promise<Outcome> {
  const id = parameter(given, 0);
  removeClient(clientsFile(session), id);
  await session.note(`${command} ${id}`, [], 'CHANGE');
  return { data: { clientId: id }, text: `The client ${id} is removed. ${restart}` };
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
      const isConfidential = given.options.secret === true;
      const client = {
        clientId: parameter(given, 0),
        name: optionText(given, 'name'),
        redirectUris: list('redirect'),
        webOrigins: list('origin'),
        grants: list('grants'),
        ...(!isConfidential && { pkceRequired: true }),
        ...(given.options.thirdParty === true && { consentRequired: true }),
      };
      return add(session, 'clients add', client, isConfidential);
    },
  },
  {
    name: 'clients rotate-secret',
    description:
      'Gives a client of CLIENTS_FILE a new secret, which is shown once. The old one is invalid then.',
    parameters: [['<id>', 'Client id.']],
    examples: ['clients rotate-secret clinic-integration'],
    run: (session, given) => rotate(session, 'clients rotate-secret', given),
  },
  {
    name: 'clients remove',
    description: 'Removes a client from CLIENTS_FILE.',
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
    run: (session) => Promise.resolve(listClients(session, isServer)),
  },
  {
    name: 'servers add',
    description:
      'Adds a trusted server to CLIENTS_FILE, with a secret of its own, which is shown once and stored as a digest.',
    parameters: [['<id>', 'Client id of the server.']],
    examples: ['servers add importer'],
    run: (session, given) =>
      add(
        session,
        'servers add',
        { clientId: parameter(given, 0), grants: ['client_credentials'], roles: [serverRole] },
        true,
      ),
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
    name: 'servers log-out',
    description:
      'Ends the sessions of a trusted server, and with them its tokens. Without an id, those of POST /auth/serverlogin: after SERVER_SECRET has changed.',
    parameters: [['[id]', 'Client id of the server.']],
    examples: ['servers log-out --yes', 'servers log-out importer --yes'],
    confirmation: ({ args: [id] }) => `End all sessions of ${id ?? 'servers with SERVER_SECRET'}?`,
    async run(session, { args: [id] }) {
      const { auth, serviceAccounts, sessions } = session.services;
      const accountIds =
        id === undefined
          ? [auth.serverUserId]
          : session.config.realms.map((realm) => serviceAccounts.serverId(realm, id));
      await session.change(`servers log-out ${id ?? ''}`.trimEnd(), [], async () => {
        for (const accountId of accountIds) await sessions.endAll(accountId);
      });
      return {
        data: { id: id ?? null },
        text: 'All sessions have ended. Servers log in again by themselves.',
      };
    },
  },
];
