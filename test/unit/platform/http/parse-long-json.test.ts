import fc from 'fast-check';
import { parseLongJson } from '../../../../src/platform/http/parse-long-json';
import { parseJson } from '../../../../src/platform/http/read-body';
import { LongWork } from '../../../../src/platform/long-work';
import { asApiError } from '../../../../src/platform/errors';

const filler = 'x'.repeat(30_000);

/** Long enough for several parts. */
const bodies = fc
  .array(
    fc.oneof(fc.jsonValue(), fc.constant({ filler }), fc.constant([filler, '],[{"\\']), fc.constant('\\"')),
    {
      minLength: 4,
      maxLength: 12,
    },
  )
  .map((items) => JSON.stringify([filler, filler, filler, ...items, filler], null, 1));

/** Texts that are hardly ever JSON. */
const broken = fc
  .tuple(bodies, fc.nat(), fc.constantFrom('', ',', ']', '[', '}', '"', '\\', '\uFEFF', ' ', '\\ud800'))
  .map(([text, at, inserted]) => {
    const place = at % text.length;
    return text.slice(0, place) + inserted + text.slice(place + (inserted === '' ? 1 : 0));
  });

async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch (error) {
    const { code, message, findings } = asApiError(error);
    return { code, message, findings };
  }
}

describe('a long body', () => {
  it('is parsed in parts like any other, or refused with the same words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(bodies, broken), async (text) => {
        const body = Buffer.from(text);
        const [parts, whole] = [
          await outcome(() => parseLongJson(body, new LongWork())),
          await outcome(() => parseJson(body)),
        ];
        expect(parts).toEqual(whole);
      }),
    );
  });

  it.each([
    '[1,]',
    '[,1]',
    '[]',
    '[1}',
    '[1] x',
    '{"a":[1]}',
    '[1',
    '',
    '[1,,1]',
    '\n 1 x',
    ' \n[1 x',
    '\n\n{"a":1',
  ])('of which %s is the shape', async (shape) => {
    const long = JSON.stringify(filler.repeat(3));
    const body = Buffer.from(shape.replaceAll('1', long) + (shape === '[]' ? ' '.repeat(100_000) : ''));
    expect(await outcome(() => parseLongJson(body, new LongWork()))).toEqual(
      await outcome(() => parseJson(body)),
    );
  });

  const megabytes = (text: string) => text.repeat((7 * 1024 * 1024) / text.length);
  const many = megabytes('{"a":1},');
  /** As `JSON.parse` reads it. */
  const whole = Symbol('whole');

  it.each([
    ['[{"a":1}]' + megabytes(' '), [{ a: 1 }]],
    [megabytes(' ') + '[{"a":1}]', [{ a: 1 }]],
    [`[{"a":"${megabytes('x')}"}]`, 'It is larger than the 6291456 bytes that an element may have.'],
    [`\uFEFF[${many}{}]`.replaceAll('},', '},\n'), whole],
    [`[${'{},'.repeat(30_000)}"${'\\u0041'.repeat(1_040_000)}"]`, whole],
    [megabytes(' '), 'The body is not JSON: Unexpected end of JSON input'],
    [`{"a":"${megabytes('x')}"}`, 'It is larger than the 6291456 bytes that an element may have.'],
    [`[${many}]`, /^The body is not JSON: Unexpected token ']'/],
    [`[${many}{}`, 'The body is not JSON: Its brackets and commas do not match.'],
    [`[${many}{}] {}`, 'The body is not JSON: Its brackets and commas do not match.'],
    [`[${many}${'['.repeat(70)}`, 'The body is not JSON: It is nested deeper than 64 levels.'],
    [`[${many}{"a":x}]`, /^The body is not JSON: Unexpected token/],
    [`${megabytes(' ')}no`, /^The body is not JSON: Unexpected token/],
  ])('of several megabytes is parsed in parts as well, or refused: %#', async (text, expected) => {
    const parsed = await outcome(() => parseLongJson(Buffer.from(text), new LongWork()));
    if (typeof expected === 'string' || expected instanceof RegExp)
      return expect((parsed as { message: string }).message).toMatch(expected);
    const value: unknown = expected === whole ? JSON.parse(text.replace('\uFEFF', '')) : expected;
    expect(parsed).toEqual({ value });
  });

  it.each([
    [`[${'{"a":1,"b":2},'.repeat(60_000)}{"a":x}]`, /^The body is not JSON: Unexpected token/],
    [
      `{${Array.from({ length: 110_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
      /more than the 100000 values/,
    ],
    [`[1,{"a":[${'{},'.repeat(500_000)}{}]}]`, /more than the 100000 values/],
  ])('of very many values is refused: %#', async (text, message) => {
    const parsed = await outcome(() => parseLongJson(Buffer.from(text), new LongWork(), 100_000));
    expect((parsed as { message: string }).message).toMatch(message);
  });

  it('that is nested too deep is refused', async () => {
    const body = Buffer.from(`[${JSON.stringify(filler.repeat(3))},${'['.repeat(70)}${']'.repeat(70)}]`);
    await expect(parseLongJson(body, new LongWork())).rejects.toThrow('nested deeper than 64 levels');
  });
});
