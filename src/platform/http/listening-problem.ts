import { once } from 'node:events';
import { createServer, isIP } from 'node:net';
import { SettingError } from '../settings/setting-error';

/** The address that a server listens on. */
export interface Place {
  port: number;
  host: string;
}

/** A setting that names a port to listen on. */
type PortSetting = 'PORT' | 'METRICS_PORT';

interface Problem {
  setting: PortSetting | 'HOST';
  sentence: string;
}

function listenProblem({ host }: Place, setting: PortSetting, code: string): Problem | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return {
        setting,
        sentence: `Another program listens on this port of ${host}. End it, or choose another port.`,
      };
    case 'EACCES':
      return { setting, sentence: 'The process may not listen on this port. Choose one above 1023.' };
    case 'EADDRNOTAVAIL':
      return {
        setting: 'HOST',
        sentence: `This is no address of this machine. Use 127.0.0.1 for this machine alone, or ${isIP(host) === 6 ? '::' : '0.0.0.0'} for all networks.`,
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        setting: 'HOST',
        sentence: 'This name was not found. Use an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
      };
    default:
      return undefined;
  }
}

/**
 * Turns an error of listening into one that says which setting the operator has to change.
 *
 * @param portSetting the setting that names the port
 */
export function explainListening(place: Place, error: Error, portSetting: PortSetting = 'PORT'): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  const problem = listenProblem(place, portSetting, code);
  if (!problem) return error;
  const { setting, sentence } = problem;
  return new SettingError(setting, setting === 'HOST' ? place.host : String(place.port), sentence, error);
}

/** Throws, as listening there would, when a server cannot listen on this address for now. */
export async function assertFree(place: Place): Promise<void> {
  const server = createServer().listen(place.port, place.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListening(place, error as Error);
  }
  server.close();
  await once(server, 'close');
}
