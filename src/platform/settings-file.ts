import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/**
 * Reads and validates a JSON file of settings. Throws one error that lists every problem of the file, without
 * values, which may be secrets.
 *
 * @param content what the file contains, for the error
 */
export function readSettingsFile<Schema extends z.ZodType>(
  path: string,
  content: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The ${content} in ${path} are invalid:\n${problems.join('\n')}`);
}

function readJson(path: string): unknown {
  const text = readSettingsText(path);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's message quotes the file.
    throw new Error(`The file ${path} cannot be read as JSON.`);
  }
}

/** The text of a file named in the settings. Throws when it cannot be read. */
export function readSettingsText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The file ${path} cannot be read.`, { cause: error });
  }
}
