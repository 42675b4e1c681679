import { createServer } from 'node:net';
import { readConfig, type Config } from '../../platform/config';
import { explainListening } from '../../platform/http/listening-problem';
import type { Lookalike } from '../../platform/settings/lookalikes';
import { isLongSecret, longSecretLength } from '../../platform/throttle/secret-throttle';
import { checkBackends } from './backend-checks';
import { Advice, carryOut, type Check, type CheckResult } from './check';
import { checkDatabase } from './database-checks';
import { checkFiles } from './file-checks';

/**
 * Checks every setting of an environment and reaches every backend. Changes nothing, except that folders of the service
 * are created.
 */
export async function examine(env: NodeJS.ProcessEnv): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return wrongSettings(error as Error);
  }
  const checks = [
    ...checkDatabase(config),
    ...checkBackends(config),
    ...checkFiles(config),
    ...checkAddresses(config),
    ...checkSecrets(config),
  ];
  const valid: CheckResult = { setting: 'settings', state: 'ok', message: 'All settings are valid.' };
  return [valid, ...config.lookalikes.map(warnOfLookalike), ...(await Promise.all(checks.map(carryOut)))];
}

const warnOfLookalike = ({ name, setting }: Lookalike): CheckResult => ({
  setting: name,
  state: 'warning',
  message: `It is not a setting and is ignored; ${setting} counts.`,
});

/** The lines of the error on invalid settings. */
const wrongSettings = ({ message }: Error): CheckResult[] =>
  message
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => {
      const [, setting = 'settings', problem = line] = /^ {2}([A-Z\d_, ]+): (.*)$/.exec(line) ?? [];
      return { setting, state: 'failed', message: /[.?]$/.test(problem) ? problem : `${problem}.` };
    });

function checkAddresses({ HOST, BASE_URL, TRUST_PROXY }: Config): Check[] {
  return [
    { setting: 'HOST', value: HOST, run: () => listenAt(HOST) },
    {
      setting: 'TRUST_PROXY',
      value: String(TRUST_PROXY),
      run: async () => {
        if (TRUST_PROXY === 0 && BASE_URL.startsWith('https:'))
          throw new Advice(
            'BASE_URL starts with https://, so there is a proxy in front; all callers appear to have its address. Set it to the number of proxies.',
          );
        return 'The number of proxies that are expected in front.';
      },
    },
  ];
}

/** At any port: that of the service is in use while it runs. */
function listenAt(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(explainListening({ port: 0, host }, error)));
    server.listen(0, host, () => server.close(() => resolve('The service can listen at this address.')));
  });
}

function checkSecrets({ SERVER_SECRET }: Config): Check[] {
  if (SERVER_SECRET === undefined) return [];
  const run = async () => {
    if (isLongSecret(SERVER_SECRET)) return 'The secret is long enough.';
    throw new Advice(
      `The secret is short, so wrong ones from the same network throttle it. Use at least ${longSecretLength} random characters: openssl rand -hex 32.`,
    );
  };
  return [{ setting: 'SERVER_SECRET', value: SERVER_SECRET, run }];
}
