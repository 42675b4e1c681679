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

  it.each(['[1,]', '[,1]', '[]', '[1}', '[1] x', '{"a":[1]}', '[1', '', '[1,,1]'])(
    'of which %s is the shape',
    async (shape) => {
      const long = JSON.stringify(filler.repeat(3));
      const body = Buffer.from(shape.replaceAll('1', long) + (shape === '[]' ? ' '.repeat(100_000) : ''));
      expect(await outcome(() => parseLongJson(body, new LongWork()))).toEqual(
        await outcome(() => parseJson(body)),
      );
    },
  );

  it('that is nested too deep is refused', async () => {
    const body = Buffer.from(`[${JSON.stringify(filler.repeat(3))},${'['.repeat(70)}${']'.repeat(70)}]`);
    await expect(parseLongJson(body, new LongWork())).rejects.toThrow('nested deeper than 64 levels');
  });
});
