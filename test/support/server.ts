import { join } from 'node:path';

/** What a test may know about the server it calls. */
export interface ServerUnderTest {
  /** Base URL, without a trailing slash. */
  url: string;
  dialect: 'sqlite' | 'mysql';
  /** The secret of trusted servers. */
  serverSecret: string;
  /** Added to an email address after `+`, it makes a new account count as verified. */
  verificationSecret: string;
  /** Folder for mails as `.eml` files. */
  mailFolder: string;
  blobFolder: string;
  /** File with standard output and standard error. */
  logFile: string;
}

/** Identifies a server among the test servers. */
export interface ServerPlace {
  url: string;
  dialect: 'sqlite' | 'mysql';
  serverSecret: string;
  /** Folder of everything that the server writes. */
  folder: string;
}

export const verificationSecret = 'verified.test';

/** The token of health record systems. */
export const verificationToken = 'token of a health record system';

export const describeServer = ({ folder, ...place }: ServerPlace): ServerUnderTest => ({
  ...place,
  verificationSecret,
  mailFolder: join(folder, 'mail'),
  blobFolder: join(folder, 'blobs'),
  logFile: join(folder, 'server.log'),
});

declare global {
  /** The shared server of a test file: set by Jest's `globals`, see jest.config.js. */
  var serverName: string | undefined;
  var dialect: 'sqlite' | 'mysql' | undefined;
}

/** Environment variables through which the process that starts the servers describes them to tests. */
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

/** The server for the tests of this project. Throws in a project without one. */
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
