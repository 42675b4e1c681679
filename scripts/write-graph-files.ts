import 'reflect-metadata';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { lexicographicSortSchema, parse, printSchema, type GraphQLSchema } from 'graphql';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildOpenSchema, buildPublicSchema } from '../src/graph/schema';
import { graphParts } from '../src/surfaces';
import { notice } from './generated-notice';

/** Types of the graph's scalars in variables and results of stored operations. */
const scalars = {
  ID: 'string',
  Date: 'string',
  DateTime: 'string',
  Long: 'number',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};

/** Writes the schema of the graph and the types of the stored operations. */
async function writeGraphFiles(root: string): Promise<void> {
  await mkdir(join(root, 'schema'), { recursive: true });
  const schema = buildPublicSchema(graphParts);
  await writeFile(
    join(root, 'schema', 'schema.graphql'),
    `# ${notice}\n\n${printSchema(lexicographicSortSchema(schema))}\n`,
  );
  await writeOperationTypes(root, buildOpenSchema(graphParts));
}

async function writeOperationTypes(root: string, schema: GraphQLSchema): Promise<void> {
  const folder = join(root, 'rest-compat');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql'));
  names.sort((one, other) => basename(one).localeCompare(basename(other)));
  const documents = await Promise.all(
    names.map(async (name) => ({
      location: name,
      document: parse(await readFile(join(folder, name), 'utf8')),
    })),
  );
  const text = await codegen({
    filename: 'operations.ts',
    schema: parse(printSchema(schema)),
    documents,
    config: {
      scalars,
      onlyOperationTypes: true,
      enumsAsTypes: true,
      useTypeImports: true,
      skipTypename: true,
    },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
  const path = join(root, 'rest-compat', 'generated');
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'operations.ts'), `// ${notice}\n${text}`);
}

writeGraphFiles(process.cwd()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
