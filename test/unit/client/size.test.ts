import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Bytes of a minified bundle in a browser, compressed. Operations that the code itself does not need are left out. */
async function sizeOf(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
}

const { exports } = JSON.parse(readFileSync('client/package.json', 'utf8')) as {
  exports: Record<string, unknown>;
};

/** All modules for browsers, without the operations. */
const modules = Object.keys(exports)
  .filter((path) => !/operations|codegen|\.graphql|\.json/.test(path))
  .map((path) => `@glycograph/client${path.slice(1)}`);

it('the whole client is below 15 kB', async () => {
  const whole = modules.map((module, index) => `import * as part${index} from '${module}';`).join('\n');
  const used = `globalThis.parts = [${modules.map((_, index) => `part${index}`).join(', ')}];`;
  expect(modules.length).toBeGreaterThan(8);
  expect(await sizeOf(`${whole}\n${used}`)).toBeLessThan(15_000);
});

it('an application pays only for what it uses', async () => {
  const units = await sizeOf("import { toMgdL } from '@glycograph/client/units'; console.log(toMgdL(5.5));");
  expect(units).toBeLessThan(500);
  const operation = await sizeOf(
    "import { MeDocument } from '@glycograph/client/operations'; console.log(MeDocument);",
  );
  expect(operation).toBeLessThan(1_000);
});
