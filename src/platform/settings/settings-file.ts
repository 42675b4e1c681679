import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { SettingError } from './setting-error';

/** A setting whose value is the path of a file. */
export interface FileSetting {
  setting: string;
  path: string;
}

/**
 * Reads and validates a JSON file of settings. Throws one error that lists every problem of the file, without
 * values, which may be secrets.
 *
 * @param content what the file contains, for the error
 */
export function readSettingsFile<Schema extends z.ZodType>(
  file: FileSetting,
  content: string,
  schema: Schema,
): z.output<Schema> {
  return parseSettings(file, content, schema, readJson(file));
}

/** `readSettingsFile` for the parsed content of a file. */
export function parseSettings<Schema extends z.ZodType>(
  file: FileSetting,
  content: string,
  schema: Schema,
  json: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw wrongContent(
    file,
    content,
    parsed.error.issues.map(({ path, message }) =>
      [...(path.length > 0 ? [path.join('.')] : []), message].join(': '),
    ),
  );
}

/** The error for a file with problems in what it contains, a line for each. */
export const wrongContent = (
  { setting, path }: FileSetting,
  content: string,
  problems: readonly string[],
): SettingError =>
  new SettingError(setting, path, `The ${content} in the file are invalid:\n  ${problems.join('\n  ')}`);

function readJson(file: FileSetting): unknown {
  const text = readSettingsText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's message quotes the file.
    throw new SettingError(file.setting, file.path, 'The file cannot be read as JSON.');
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file. Correct the path; relative ones start at the working directory.',
  EACCES: 'The process may not read the file. Give it the right to.',
  EISDIR: 'This is a folder. Name a file.',
};

/** The text of a file. Throws when it cannot be read. */
export function readSettingsText({ setting, path }: FileSetting): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new SettingError(setting, path, fileProblems[code] ?? `The file cannot be read (${code}).`, error);
  }
}
