import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { AllowList, readHash, type NamedDocument } from '../../../src/graph/limits/allow-list';
import { listedDocuments, onlyListed } from '../../../src/graph/limits/allow-list-plugin';
import { refusals } from '../../../src/platform/telemetry/measures';

const listed = 'query Me {\n  me { id }\n}\n';
const ofPages = '{ serverTime }';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const allowList = new AllowList(new Map([['id-of-me', listed]]), [ofPages]);
const named = (sha256Hash: unknown) => ({ extensions: { persistedQuery: { sha256Hash } } });

async function refused(): Promise<number> {
  const { values } = await refusals.get();
  return values.find(({ labels }) => labels.limit === 'allow-list')?.value ?? 0;
}

describe('a list of allowed documents', () => {
  it.each<[string, NamedDocument]>([
    ['a listed text', { query: listed }],
    ['the same in another layout', { query: 'query Me{me{id}} # the same' }],
    ['a text of our pages', { query: ofPages }],
    ['a listed id', named('id-of-me')],
    ['the hash of a listed text', named(sha256(listed))],
    [
      'the hash of a listed text, in a GET request',
      { extensions: JSON.stringify(named(sha256(listed)).extensions) },
    ],
    ['no text, with a listed id', { query: '', ...named('id-of-me') }],
    ['nothing, which Apollo explains', {}],
    ['a hash that is no text, which Apollo explains', named(7)],
    ['extensions that are no JSON, which Apollo explains', { extensions: '{' }],
  ])('lets %s pass', (_what, request) => {
    expect(() => allowList.assertAllowed(request)).not.toThrow();
  });

  it.each<[string, NamedDocument]>([
    ['another text', { query: '{ me { id } }' }],
    ['a text without sense', { query: '{ me { "' }],
    ['an unknown id', named('id-of-you')],
    ['an unknown id in a GET request', { extensions: JSON.stringify(named('id-of-you').extensions) }],
    ['another text with a listed id', { query: '{ me { emails } }', ...named('id-of-me') }],
  ])('refuses %s, and counts it', async (_what, request) => {
    const before = await refused();
    expect(() => allowList.assertAllowed(request)).toThrow(
      /only runs operations that its operator has listed/,
    );
    expect(await refused()).toBe(before + 1);
  });

  it('is what Apollo finds by a hash, and callers add nothing', async () => {
    const documents = listedDocuments(allowList);
    expect(await documents.get(`apq:${sha256(listed)}`)).toBe(listed);
    expect(await documents.get('id-of-me')).toBe(listed);
    const own = '{ me { emails } }';
    await expect(documents.set(`apq:${sha256(own)}`, own)).resolves.toBeUndefined();
    expect(await documents.get(`apq:${sha256(own)}`)).toBeUndefined();
    expect(await documents.delete(`apq:${sha256(listed)}`)).toBe(false);
    expect(await documents.get(`apq:${sha256(listed)}`)).toBe(listed);
  });
});

it('what Apollo is about to run is checked again', async () => {
  const hooks = await onlyListed(allowList).requestDidStart?.({} as never);
  const resolve = (source: string) => async () => hooks?.didResolveOperation?.({ source } as never);
  await expect(resolve(listed)()).resolves.toBeUndefined();
  await expect(resolve('{ me { emails } }')()).rejects.toThrow(/only runs operations/);
});

it('a hash is read from an object or its text', () => {
  expect(readHash(named('a').extensions)).toBe('a');
  expect(readHash(JSON.stringify(named('a').extensions))).toBe('a');
  for (const none of [
    undefined,
    null,
    '',
    '{',
    'null',
    '5',
    {},
    { persistedQuery: null },
    named(5).extensions,
  ])
    expect(readHash(none)).toBeUndefined();
});
