import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConsentTexts } from '../../../../src/identity/consents/consent-texts-file';

const folder = mkdtempSync(join(tmpdir(), 'glycograph-'));
mkdirSync(join(folder, 'texts'));
writeFileSync(join(folder, 'texts/one.md'), '# One\n\nÜber alles.\n');
writeFileSync(join(folder, 'texts/empty.md'), ' \n');
let files = 0;

function read(content: unknown) {
  const path = join(folder, `${files++}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readConsentTexts(path);
}

const entry = { type: 'study', version: 1, createdTime: '2025-01-01T01:00:00+01:00', file: 'texts/one.md' };

it('reads texts from the files next to it', () => {
  expect(read([entry, { ...entry, version: 2, file: join(folder, 'texts/one.md') }])).toEqual([
    { type: 'study', version: 1, createdTime: Date.UTC(2025, 0, 1), content: '# One\n\nÜber alles.\n' },
    { type: 'study', version: 2, createdTime: Date.UTC(2025, 0, 1), content: '# One\n\nÜber alles.\n' },
  ]);
  expect(read([])).toEqual([]);
});

it.each<[string, unknown, string]>([
  ['no JSON', '{', 'cannot be read as JSON'],
  ['no list', {}, 'expected array'],
  ['an unknown field', [{ ...entry, text: 'x' }], 'text'],
  ['no type', [{ ...entry, type: '' }], '0.type: must be 1 to 64 letters'],
  ['a long type', [{ ...entry, type: 'x'.repeat(65) }], '0.type: must be 1 to 64 letters'],
  ['a type that is no part of an address', [{ ...entry, type: 'a/b' }], '0.type: must be 1 to 64 letters'],
  ['version 0', [{ ...entry, version: 0 }], '0.version: '],
  ['a fraction of a version', [{ ...entry, version: 1.5 }], '0.version: '],
  [
    'a time without a zone',
    [{ ...entry, createdTime: '2025-01-01T00:00:00' }],
    '0.createdTime: must be a time',
  ],
  ['no file', [{ ...entry, file: undefined }], '0.file: '],
  ['a version twice', [entry, entry], '1.version: study 1 stands there twice'],
  ['a missing file', [{ ...entry, file: 'texts/two.md' }], join(folder, 'texts/two.md')],
  ['an empty text', [{ ...entry, file: 'texts/empty.md' }], 'texts/empty.md is empty'],
])('refuses %s, and reports it', (_what, content, said) => {
  expect(() => read(content)).toThrow(said);
});
