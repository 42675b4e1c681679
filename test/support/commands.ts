import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';

export interface CommandResult {
  code: number;
  /** Standard output and standard error. */
  output: string;
  stdout: string;
}

const programOf = (name: string): string => resolve(`dist/src/commands/${name}.js`);

const environment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...env };
};

/** Runs a command of the build, like `npm run <name> -- <args>`, with its own settings. */
export const runCommand = (name: string, args: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [programOf(name), ...args],
      { env: environment(env) },
      (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr, stdout }),
    );
  });

/** Starts a command that the test ends before it is done. */
export const startCommand = (name: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [programOf(name), ...args], { env: environment(env), stdio: 'ignore' });
