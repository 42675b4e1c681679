import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files and commands of a page in `docs/` that a reader follows. */
export interface DocumentedSteps {
  /** Contents of the files, by their names in the first lines of their blocks. */
  files: Map<string, string>;
  /** The lines of the blocks with shell commands. */
  commands: string[];
}

/** The first line of a block that is a file: its name in a comment. */
const fileLine = /^(?:\/\/|#|<!--) (\S+\.\w+)(?: -->)?\n/;

/**
 * Reads a page.
 *
 * @param replacements addresses of the page, and those of the test that take their place
 */
export function readSteps(page: string, replacements: Record<string, string>): DocumentedSteps {
  let text = readFileSync(page, 'utf8');
  for (const [from, to] of Object.entries(replacements)) text = text.replaceAll(from, to);
  const files = new Map<string, string>();
  const commands: string[] = [];
  for (const [, language, block = ''] of text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
    const name = fileLine.exec(block)?.[1];
    if (language === 'sh') commands.push(...block.trim().split('\n'));
    else if (name === undefined) throw new Error(`A block of ${page} names no file:\n${block}`);
    else files.set(name, block.replace(fileLine, ''));
  }
  return { files, commands };
}

/** Writes the files into a folder. */
export function writeFiles(folder: string, files: Map<string, string>): void {
  for (const [name, content] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
