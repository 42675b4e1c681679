import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { presetOptions } from '../client/src/codegen';
import { notice } from './generated-notice';

const clientFolder = 'client/operations';
const folder = 'examples/dashboard/src/operations';
const target = 'examples/dashboard/src/generated';

const read = async (path: string) => ({ location: path, document: parse(await readFile(path, 'utf8')) });

/** Writes the types of the example dashboard's own operations, which use the fragments of the client. */
async function writeDashboardTypes(): Promise<void> {
  const fragments = (await readdir(clientFolder)).filter((name) => name.endsWith('.fragments.graphql'));
  const own = (await readdir(folder)).sort();
  const text = await codegen({
    filename: 'operations.ts',
    schema: parse(await readFile('schema/schema.graphql', 'utf8')),
    documents: await Promise.all([
      ...fragments.sort().map((name) => read(join(clientFolder, name))),
      ...own.map((name) => read(join(folder, name))),
    ]),
    config: { ...presetOptions.config, onlyOperationTypes: true, enumsAsTypes: true },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'operations.ts'), `// ${notice}\n${text}`);
}

writeDashboardTypes().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
