import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

export interface CommandResult {
  code: number;
  /** Standard output and standard error. */
  output: string;
  stdout: string;
}

/** Runs a command of the build, like `npm run <name> -- <args>`, with its own settings. */
export const runCommand = (name: string, args: string[], env: NodeJS.ProcessEnv): Promise<CommandResult> =>
  new Promise((done) => {
    const { PATH, HOME, TMPDIR } = process.env;
    execFile(
      process.execPath,
      [resolve(`dist/src/commands/${name}.js`), ...args],
      { env: { PATH, HOME, TMPDIR, ...env } },
      (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr, stdout }),
    );
  });
