import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** The fields of all inputs of mutations, and those within them after a slash. */
function inputFields(): Set<string> {
  const found = new Set<string>();
  for (const { args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const input = getNamedType(args.find(({ name }) => name === 'input')?.type);
    if (!isInputObjectType(input)) continue;
    for (const { name, type } of Object.values(input.getFields())) {
      found.add(name);
      const inner = getNamedType(type);
      if (!isInputObjectType(inner)) continue;
      for (const nested of Object.keys(inner.getFields())) found.add(`${name}/${nested}`);
    }
  }
  return found;
}

/** The names in all calls of `about` in a folder. */
function namesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\.about\(([^)]*)\)/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'([^']+)'/g)].map(([, field = '']) => field),
    ),
  );
}

it('a refusal is about a field that the input of some mutation has', () => {
  const known = inputFields();
  const named = ['src', 'resolvers'].flatMap(namesIn);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
