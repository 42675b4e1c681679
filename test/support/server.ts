import { join } from 'node:path';

/** What a test may know of the server that it calls. */
export interface ServerUnderTest {
  /** Where it answers, without a slash at the end. */
  url: string;
  dialect: 'sqlite' | 'mysql';
  /** What a trusted server shows to log in. */
  serverSecret: string;
  /** Added to `+` in an email address, this makes a new account count as verified. */
  verificationSecret: string;
  /** Mails leave as `.eml` files in this folder. */
  mailFolder: string;
  blobFolder: string;
  /** Standard output and standard error. */
  logFile: string;
}

/** What tells one server of the tests from another. */
export interface ServerPlace {
  url: string;
  dialect: 'sqlite' | 'mysql';
  serverSecret: string;
  /** Everything that the server writes lies here. */
  folder: string;
}

export const verificationSecret = 'verified.test';

/** What a health record system shows to be let in. */
export const verificationToken = 'token of a health record system';

export const describeServer = ({ folder, ...place }: ServerPlace): ServerUnderTest => ({
  ...place,
  verificationSecret,
  mailFolder: join(folder, 'mail'),
  blobFolder: join(folder, 'blobs'),
  logFile: join(folder, 'server.log'),
});

declare global {
  /** Which shared server a test file calls: set by Jest's `globals`, see jest.config.js. */
  var serverName: string | undefined;
  var dialect: 'sqlite' | 'mysql' | undefined;
}

/** The environment variables through which the process that starts the servers tells the tests of them. */
export const serverVariables = (serverName: string) => {
  const prefix = `GLYCOGRAPH_${serverName.toUpperCase()}`;
  return {
    url: `${prefix}_URL`,
    folder: `${prefix}_FOLDER`,
    serverSecret: `${prefix}_SECRET`,
    database: `${prefix}_DATABASE`,
    template: `${prefix}_TEMPLATE`,
    provider: `${prefix}_PROVIDER`,
    providerKey: `${prefix}_PROVIDER_KEY`,
  };
};

/** The server that was started for the tests of this project. Throws in a project that has none. */
export function serverUnderTest(): ServerUnderTest {
  const { serverName, dialect } = globalThis;
  if (!serverName || !dialect) throw new Error('The tests of this project have no server; see startServer.');
  const names = serverVariables(serverName);
  return describeServer({
    url: variable(names.url),
    folder: variable(names.folder),
    serverSecret: variable(names.serverSecret),
    dialect,
  });
}

export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the server of these tests was not started.`);
  return value;
}
