import { examine } from '../doctor/examine';
import { exitCodes, type BareCommand } from './command';
import { whileWaiting } from './prompts';

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;

/** Checks of settings and backends. */
export const doctorCommands: readonly BareCommand[] = [
  {
    name: 'doctor',
    description:
      'Checks every setting and reaches every backend: database, Redis, content store, mail server, identity providers, files. Says in one line each what is wrong and how to mend it. Exits with 1 if anything fails.',
    examples: ['doctor', 'doctor --json'],
    async runBare() {
      const results = await whileWaiting('Checking', () => examine(process.env));
      const lines = results.map(({ setting, state, value, message }) => {
        const named = value === undefined || value === '' ? setting : `${setting}=${value}`;
        return `${marks[state]}  ${named}: ${message}`;
      });
      const hasFailed = results.some(({ state }) => state === 'failed');
      return {
        data: { isOk: !hasFailed, checks: results },
        text: lines.join('\n'),
        code: hasFailed ? exitCodes.fault : exitCodes.ok,
      };
    },
  },
];
