import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/**
 * Reads a JSON file of settings and checks it. Throws one error that names everything that is wrong with the file, and
 * no values: there may be secrets among them.
 *
 * @param content what the file holds, for the error
 */
export function readSettingsFile<Schema extends z.ZodType>(
  path: string,
  content: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The ${content} in ${path} are not valid:\n${problems.join('\n')}`);
}

function readJson(path: string): unknown {
  const text = readSettingsText(path);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What the parser says quotes the file.
    throw new Error(`The file ${path} cannot be read as JSON.`);
  }
}

/** The text of a file that the settings name. Throws when it cannot be read. */
export function readSettingsText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The file ${path} cannot be read.`, { cause: error });
  }
}
