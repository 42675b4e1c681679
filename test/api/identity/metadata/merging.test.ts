import fc from 'fast-check';
import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, put, post } = api(server);

/** Reads and writes a collection of a new account. */
async function newCollection(content?: object) {
  const { userId, token } = await newAccount(server);
  const path = `/metadata/${userId}/profile`;
  if (content) await put(path, { token, body: content });
  return {
    write: (body: unknown) => put(path, { token, body }),
    writeRaw: (raw: string) => put(path, { token, raw }),
    post: (body: unknown) => post(path, { token, body }),
    read: async (): Promise<Json> => (await get(path, { token })).body,
  };
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe('writing a collection', () => {
  it.each<[string, object, object, object]>([
    ['adds keys', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['replaces keys', { a: 1, b: 1 }, { a: 2 }, { a: 2, b: 1 }],
    ['replaces objects wholly', { a: { x: 1, y: 2 } }, { a: { z: 3 } }, { a: { z: 3 } }],
    ['replaces arrays wholly', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['removes keys that are null', { a: 1, b: 2 }, { a: null }, { b: 2 }],
    ['removes missing fields', { a: 1 }, { b: null }, { a: 1 }],
    ['keeps null within objects', {}, { a: { b: null }, c: [null] }, { a: { b: null }, c: [null] }],
    [
      'keeps false, zero and the empty text',
      { a: 1, b: 1, c: 1 },
      { a: false, b: 0, c: '' },
      { a: false, b: 0, c: '' },
    ],
    ['takes dots for a path', { a: { x: 1 } }, { 'a.y': 2 }, { a: { x: 1, y: 2 } }],
    ['makes objects along a path', {}, { 'a.b.c': 1 }, { a: { b: { c: 1 } } }],
    ['removes along a path', { a: { x: 1, y: 2 } }, { 'a.x': null }, { a: { y: 2 } }],
    ['makes nothing to remove from it', { a: 1 }, { 'b.c.d': null }, { a: 1 }],
    [
      'replaces values that block a path',
      { a: 5, b: [1], c: null },
      { 'a.x': 1, 'b.x': 2 },
      { a: { x: 1 }, b: { x: 2 } },
    ],
    ['applies keys in their order', {}, { a: { x: 1 }, 'a.y': 2 }, { a: { x: 1, y: 2 } }],
    [
      'knows nothing of inherited names',
      {},
      { 'toString.x': 1, valueOf: 2 },
      { toString: { x: 1 }, valueOf: 2 },
    ],
  ])('%s', async (_what, before, patch, after) => {
    const { write, read } = await newCollection(before);
    const { status, body } = await write(patch);
    expect({ status, body }).toEqual({ status: 200, body: after });
    expect(await read()).toEqual(after);
  });

  it('is the same with POST', async () => {
    const { post, read } = await newCollection({ a: 1, b: 2 });
    const { status, body } = await post({ b: null, 'c.d': 3 });
    expect({ status, body }).toEqual({ status: 200, body: { a: 1, c: { d: 3 } } });
    expect(await read()).toEqual({ a: 1, c: { d: 3 } });
  });

  it.each([['[]'], ['[{"a":1}]'], ['"a"'], ['1'], ['true'], ['null'], [''], ['{'], ['{"a":1}}'], ['{a:1}']])(
    'refuses the body "%s" and changes nothing',
    async (raw) => {
      const { writeRaw, read } = await newCollection({ a: 0 });
      const { status, body } = await writeRaw(raw);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, reason: body.message });
      expect(await read()).toEqual({ a: 0 });
    },
  );

  it.each([
    ['__proto__'],
    ['constructor'],
    ['prototype'],
    ['a.__proto__.b'],
    ['constructor.prototype.x'],
    [''],
    ['a..b'],
    ['.a'],
    ['a.'],
    ['.'],
  ])('refuses the field name "%s" and changes nothing', async (name) => {
    const { writeRaw, read } = await newCollection({ a: 0 });
    const { status } = await writeRaw(`{"b":1,${JSON.stringify(name)}:{"polluted":true}}`);
    expect(status).toBe(400);
    expect(await read()).toEqual({ a: 0 });
  });

  it('does not affect the prototype of objects, however deep it is named', async () => {
    const { writeRaw } = await newCollection({});
    await writeRaw('{"a":{"__proto__":{"polluted":true}}}');
    const other = await newCollection({});
    expect((await other.read()).polluted).toBeUndefined();
    expect((await api(server).get('/info')).body.polluted).toBeUndefined();
  });

  it.each([
    ['{"a":-1e400}', 'a'],
    ['{"a":1e308,"b":{"c":[1,1e400]}}', 'b/c/1'],
    ['{"b.c":{"x/y":1e400}}', 'b.c/x~1y'],
  ])('refuses a number that is too large to be stored, and says where it is: %s', async (raw, place) => {
    const { writeRaw, read } = await newCollection({ a: 0 });
    const { status, body } = await writeRaw(raw);
    expect([status, body.reason]).toEqual([
      400,
      `"${place}" is invalid: The number is too large to be stored.`,
    ]);
    expect(body.errors).toMatchObject([{ code: 'value-out-of-range', source: { pointer: `/${place}` } }]);
    expect(await read()).toEqual({ a: 0 });
  });

  it('takes values nested 64 levels deep, and not deeper', async () => {
    const { write, read } = await newCollection({});
    expect((await write(nested(64))).status).toBe(200);
    expect(await read()).toEqual(nested(64));
    expect((await write(nested(65))).status).toBe(400);
    expect((await write({ a: JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`) })).status).toBe(400);
  });

  it('does not let a path go deeper than 64 levels', async () => {
    const { write, read } = await newCollection({ b: 1 });
    expect((await write({ ['a.'.repeat(100) + 'a']: 1 })).status).toBe(400);
    expect(await read()).toEqual({ b: 1 });
  });

  it('returns every JSON object as written, including key order', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/metadata/${userId}/preferences`;
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), async (value) => {
        const sent = JSON.stringify({ value: value ?? 0 });
        const answer = await put(path, { token, raw: sent });
        expect(answer.status).toBe(200);
        expect(answer.text).toBe(sent);
        expect((await get(path, { token })).text).toBe(sent);
      }),
      { numRuns: 100 },
    );
  });

  it.each([['Zoë 😀 你好 ﷽ \u0000 \u2028 e\u0301'], [' blanks \t kept '], ['1990-02-31']])(
    'keeps the text "%s" unchanged',
    async (text) => {
      const { write, read } = await newCollection({});
      expect((await write({ text, [`k${text.replaceAll('.', '')}`]: 1 })).status).toBe(200);
      expect((await read()).text).toBe(text);
    },
  );

  it('loses nothing in concurrent writes', async () => {
    const { write, read } = await newCollection();
    const names = Array.from({ length: 12 }, (_, index) => `key${index}`);
    const answers = await Promise.all(names.map((name) => write({ [name]: name, [`shared.${name}`]: name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const all = Object.fromEntries(names.map((name) => [name, name]));
    expect(await read()).toEqual({ ...all, shared: all });
  });

  it('refuses more than a mebibyte', async () => {
    const { write, read } = await newCollection({ a: 1 });
    const { status, body } = await write({ text: 'x'.repeat(1024 * 1024) });
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 413, reason: body.message });
    expect(await read()).toEqual({ a: 1 });
  });
});
