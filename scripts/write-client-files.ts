import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import { buildSchema, getNamedType, isAbstractType, isObjectType, parse, type GraphQLSchema } from 'graphql';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { presetOptions } from '../client/src/codegen';
import { notice } from './generated-notice';

const folder = 'client/src/generated';
const firstLine = `// ${notice}\n`;
const pagingArguments = ['first', 'after', 'last', 'before'];

/** Writes the typed operations of the client, and what caches need to know of the schema. */
async function writeClientFiles(): Promise<void> {
  const schema = buildSchema(await readFile('schema/schema.graphql', 'utf8'));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'graphql.ts'), firstLine + (await writeOperations(schema)));
  await writeFile(join(folder, 'cache.ts'), await cacheFile(schema));
}

async function writeOperations(schema: GraphQLSchema): Promise<string> {
  const names = (await readdir('client/operations')).sort();
  const documents = await Promise.all(
    names.map(async (name) => {
      const rawSDL = await readFile(join('client/operations', name), 'utf8');
      return { location: name, rawSDL, document: parse(rawSDL) };
    }),
  );
  const files = await preset.buildGeneratesSection({
    baseOutputDir: `${folder}/`,
    schema: parse(await readFile('schema/schema.graphql', 'utf8')),
    schemaAst: schema,
    documents,
    plugins: [],
    pluginMap: {},
    config: presetOptions.config,
    presetConfig: { ...presetOptions.presetConfig },
  });
  // The others are for operations within code; these ones are in files.
  const operations = files.find(({ filename }) => filename.endsWith('/graphql.ts'));
  if (!operations) throw new Error('The preset has no file with operations any more.');
  return codegen(operations);
}

async function cacheFile(schema: GraphQLSchema): Promise<string> {
  const types = Object.values(schema.getTypeMap()).sort((one, other) => one.name.localeCompare(other.name));
  const possibleTypes = Object.fromEntries(
    types.filter(isAbstractType).map((type) => [
      type.name,
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .sort(),
    ]),
  );
  const connections: Record<string, Record<string, string[]>> = {};
  for (const type of types.filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (!getNamedType(field.type).name.endsWith('Connection')) continue;
      const names = field.args.map(({ name }) => name).filter((name) => !pagingArguments.includes(name));
      (connections[type.name] ??= {})[field.name] = names.sort();
    }
  }
  const text = `${firstLine}
/** The object types of each interface and union. */
export const possibleTypes: Record<string, string[]> = ${JSON.stringify(possibleTypes)};

/** The lists with pages, with the arguments that make one list differ from another. */
export const connections: Record<string, Record<string, string[]>> = ${JSON.stringify(connections)};
`;
  return format(text, { ...(await resolveConfig(folder)), parser: 'typescript' });
}

writeClientFiles().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
