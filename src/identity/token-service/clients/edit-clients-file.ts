import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { conflict, notFound, wrongState } from '../../../platform/errors';
import { readSettingsFile } from '../../../platform/settings/settings-file';
import { checkClients, clientsFileSetting } from './clients-file';

/** A client as the file has it; keys that an edit does not concern stay. */
type Entry = Record<string, unknown> & { clientId?: unknown };

const entries = z.array(z.looseObject({}));

/** Only the owner of the file reads it: it may hold secrets. */
const newFileMode = 0o600;

/** Adds a client. Throws a conflict when the file has it, and everything that is wrong with it. */
export function addClient(path: string, client: Entry & { clientId: string }): void {
  edit(path, (all) => {
    if (all.some(({ clientId }) => clientId === client.clientId))
      throw conflict(`The file has a client ${client.clientId} already.`).about('clientId');
    return [...all, client];
  });
}

/** Replaces the secret of a client by one of which only the digest is stored. Throws when it is public, or not in the file. */
export function replaceSecret(path: string, id: string, clientSecretSha256: string): void {
  edit(path, (all) => {
    if (!all.some(({ clientId }) => clientId === id))
      throw notFound(`The file has no client ${id}.`).about('clientId');
    return all.map((entry) => {
      if (entry.clientId !== id) return entry;
      const { clientSecret, clientSecretSha256: former, ...rest } = entry;
      if (clientSecret === undefined && former === undefined)
        throw wrongState(`The client ${id} is public: it has no secret.`);
      return { ...rest, clientSecretSha256 };
    });
  });
}

/** Removes a client. Throws when the file does not have it. */
export function removeClient(path: string, id: string): void {
  edit(path, (all) => {
    const rest = all.filter(({ clientId }) => clientId !== id);
    if (rest.length === all.length) throw notFound(`The file has no client ${id}.`).about('clientId');
    return rest;
  });
}

function edit(path: string, change: (entries: Entry[]) => Entry[]): void {
  const isThere = existsSync(path);
  const before: Entry[] = isThere ? readSettingsFile(clientsFileSetting(path), 'clients', entries) : [];
  const after = change(before);
  checkClients(path, after);
  replaceFile(
    path,
    `${JSON.stringify(after, null, 2)}\n`,
    isThere ? statSync(path).mode & 0o777 : newFileMode,
  );
}

/**
 * Replaces a file as a whole: whoever reads it sees it before or after the edit, and a crash leaves the old one. The
 * name of the new file keeps out other edits at the same time.
 */
function replaceFile(path: string, text: string, mode: number): void {
  const unfinished = `${path}.new`;
  let file: number;
  try {
    file = openSync(unfinished, 'wx', mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrongState(
      code === 'EEXIST'
        ? `Another edit of CLIENTS_FILE is going on, or was interrupted. If there is none, delete ${unfinished}.`
        : `CLIENTS_FILE cannot be replaced (${code}). Allow writing in its folder.`,
    );
  }
  try {
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
