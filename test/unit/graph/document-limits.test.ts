import 'reflect-metadata';
import { assertReadable } from '../../../src/graph/limits/document-limits';
import type { Config } from '../../../src/platform/config';
import { refusals } from '../../../src/platform/telemetry/measures';
import type { RequestContext } from '../../../src/request/request-context';

const read = (document: string, kind = 'user', GRAPH_MAX_TOKENS = 2_000) =>
  assertReadable(
    document,
    { caller: { kind } } as Pick<RequestContext, 'caller'>,
    { GRAPH_MAX_TOKENS } as Config,
  );

const nested = (depth: number) => `${'{a'.repeat(depth)}${'}'.repeat(depth)}`;
const definitions = (count: number) => 'query ($a: [Int]) { serverTime } '.repeat(count);
const directives = (count: number) => `{ serverTime ${'@skip(if: false) '.repeat(count)} }`;
const tokens = (count: number) => `{ ${'a '.repeat(count - 2)}}`;
const long = (length: number) => `{ serverTime } #${' '.repeat(length - 16)}`;

describe('a document', () => {
  it.each<[string, (size: number) => string, number, RegExp]>([
    ['nested so deep', nested, 64, /nested deeper than 64 levels/],
    ['with so many operations', definitions, 100, /more than 100 operations and fragments/],
    ['with so many directives', directives, 100, /more than 100 directives/],
    ['with so many tokens', tokens, 2_000, /more than 2000 tokens/],
    ['so long', long, 100_000, /longer than 100000 characters/],
  ])('%s is read, and one beyond is not', async (_what, make, most, message) => {
    const refused = async () =>
      (await refusals.get()).values.find(({ labels }) => labels.limit === 'document')?.value ?? 0;
    const before = await refused();
    expect(() => read(make(most))).not.toThrow();
    expect(() => read(make(most + 1))).toThrow(message);
    expect(await refused()).toBe(before + 1);
  });

  it('of a stranger has a quarter of the tokens', () => {
    expect(() => read(tokens(500), 'anonymous')).not.toThrow();
    expect(() => read(tokens(501), 'anonymous')).toThrow(/more than 500 tokens/);
    expect(() => read(tokens(501))).not.toThrow();
    expect(() => read(tokens(501), 'anonymous')).toThrow(/more than 500 tokens/);
  });

  it('with fragments that spread themselves is refused before graphql-js compares their pairs', () => {
    const circle = (count: number, ...steps: number[]) =>
      `{ me { ...F0 } } ${Array.from(
        { length: count },
        (_, index) =>
          `fragment F${index} on User { id ${steps.map((step) => `...F${(index + step) % count}`).join(' ')} }`,
      ).join(' ')}`;
    expect(() => read(circle(99, 1, 2))).toThrow(/^Cannot spread fragment "F0" within itself via "F1", "F2"/);
    expect(() => read(circle(99, 50, 1))).toThrow(/^Cannot spread fragment "F0" within itself/);
    expect(() => read(circle(1, 0))).toThrow('Cannot spread fragment "F0" within itself.');
    for (const description of ['"fragment"', '"""fragment"""'])
      expect(() => read(circle(99, 1, 2).replaceAll('fragment F', `${description} fragment F`))).toThrow(
        /^Cannot spread/,
      );
    const fragment = '{ ...fragment } fragment fragment on Query { ...on Query { ...fragment } }';
    expect(() => read(fragment)).toThrow('Cannot spread fragment "fragment" within itself.');
  });

  it('may spread a fragment often, and name one like another word', () => {
    const twice =
      '{ ...A ...A ... on Query { ...B } } fragment A on Query { ...B } fragment B on Query { id }';
    expect(() => read(`${twice} query Q { ...A }`)).not.toThrow();
    const names =
      'query fragment { A { ...B } } fragment B on fragment { query: mutation ...query } fragment query on B { id }';
    expect(() => read(names)).not.toThrow();
    expect(() => read('"fragment" query Q { ...query } fragment query on Query { id }')).not.toThrow();
    expect(() => read('fragment A on B { id } query A { me(a: "...A") { ...A } }')).not.toThrow();
  });

  it('counts levels from brace to brace, whatever is beside', () => {
    const beside = `{ ${'a(b: [1]) { c } '.repeat(50)} }`;
    expect(() => read(beside)).not.toThrow();
  });

  it('that ends with an invalid token is left to the parser, each time', () => {
    for (let round = 0; round < 2; round += 1) expect(() => read('{ serverTime ? }')).not.toThrow();
  });

  it('is judged the same however many others came before', () => {
    for (let index = 0; index < 1_100; index += 1) read(`{ a${index} }`);
    expect(() => read(nested(65))).toThrow(/nested deeper/);
    expect(() => read('{ a0 }')).not.toThrow();
  });
});
