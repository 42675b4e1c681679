import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { readSettingsFile, readSettingsText } from '../../platform/settings/settings-file';
import { SettingError } from '../../platform/settings/setting-error';
import type { ConsentText } from './consent-texts';

const setting = 'CONSENTS_FILE';

const text = z.strictObject({
  type: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, hyphens and underscores'),
  version: z.number().int().min(1).max(2_147_483_647),
  createdTime: z.iso.datetime({
    offset: true,
    message: 'must be a time with a zone, such as 2025-01-01T00:00:00Z',
  }),
  file: z.string().min(1),
});

const texts = z.array(text).superRefine((entries, context) => {
  const seen = new Set<string>();
  for (const [index, { type, version }] of entries.entries()) {
    const name = `${type} ${version}`;
    if (seen.has(name))
      context.addIssue({ code: 'custom', message: `${name} stands there twice`, path: [index, 'version'] });
    seen.add(name);
  }
});

/** The content of a text. Throws when it cannot be read, or is empty. */
function readContent(path: string): string {
  const content = readSettingsText({ setting, path });
  if (content.trim() === '') throw new SettingError(setting, path, `The consent text ${path} is empty.`);
  return content;
}

/**
 * Reads a CONSENTS_FILE: a JSON array that names a Markdown file for each version of each text; paths are relative
 * to the JSON file. Throws one error that explains what is wrong.
 */
export const readConsentTexts = (path: string): ConsentText[] =>
  readSettingsFile({ setting, path }, 'consents', texts).map(({ type, version, createdTime, file }) => ({
    type,
    version,
    createdTime: Date.parse(createdTime),
    content: readContent(resolve(dirname(path), file)),
  }));
