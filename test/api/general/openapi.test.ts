import 'reflect-metadata';
import { shownPath } from '../../../rest-compat/openapi';
import { routes } from '../../../src/surfaces';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get } = api(server);

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const schemaTypes = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

const readDocument = async (): Promise<Json> => (await get('/openapi.json')).body;

/** Every object within a value, with its path. */
function* objectsIn(value: Json, path = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

const operationsOf = (document: Json): [string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

/** The schemas of the document: named ones, and those of parameters and contents. */
function schemasOf(document: Json): [string, Json][] {
  const places = [...objectsIn(document.paths, '#/paths')].filter(
    ([path, value]) => path.endsWith('/schema') && value,
  );
  const named = Object.entries<Json>(document.components.schemas);
  return [
    ...places,
    ...named.map(([name, schema]): [string, Json] => [`#/components/schemas/${name}`, schema]),
  ];
}

/** A schema and all schemas within it. */
function* within(path: string, schema: Json): Generator<[string, Json]> {
  yield [path, schema];
  const { properties = {}, items, additionalProperties, allOf = [], oneOf = [], anyOf = [], not } = schema;
  for (const [name, inner] of Object.entries<Json>(properties))
    yield* within(`${path}/properties/${name}`, inner);
  for (const inner of [items, additionalProperties, not, ...allOf, ...oneOf, ...anyOf]) {
    if (typeof inner === 'object' && inner !== null) yield* within(`${path}/…`, inner);
  }
}

describe('/openapi.json', () => {
  it('is an OpenAPI 3.0 document with the required parts', async () => {
    const document = await readDocument();
    expect(document.openapi).toMatch(/^3\.0\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: server.url }]);
    const allowed = ['openapi', 'info', 'servers', 'paths', 'components', 'security', 'tags', 'externalDocs'];
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(document)));
  });

  it('names every served route, and otherwise only the pages of the realms', async () => {
    const served = routes.flatMap(({ method, path }) =>
      [path].flat().map((each) => `${method} ${shownPath(each)}`),
    );
    const named = operationsOf(await readDocument()).map(([name]) => name);
    expect(named.filter((name) => !name.includes(' /realms/')).sort()).toEqual(served.sort());
    expect(new Set(served).size).toBe(served.length);
  });

  it('describes every operation', async () => {
    for (const [name, operation] of operationsOf(await readDocument())) {
      expect({ name, method: methods.includes(name.split(' ')[0]?.toLowerCase() ?? '') }).toEqual({
        name,
        method: true,
      });
      expect({ name, summary: operation.summary }).toEqual({ name, summary: expect.stringMatching(/\.$/) });
      expect({ name, tags: operation.tags }).toEqual({ name, tags: [expect.any(String)] });
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect({ name, status }).toEqual({ name, status: expect.stringMatching(/^[2-5]\d\d$/) });
        expect({ name, status, ...response }).toMatchObject({
          name,
          status,
          description: expect.stringMatching(/./),
        });
      }
    }
  });

  it('has a parameter for every name in a path, and each parameter once', async () => {
    for (const [name, { parameters = [] }] of operationsOf(await readDocument())) {
      const inPath = parameters.filter((parameter: Json) => parameter.in === 'path');
      const names = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect({ name, names: inPath.map((parameter: Json) => parameter.name) }).toEqual({ name, names });
      expect({ name, required: inPath.every((parameter: Json) => parameter.required === true) }).toEqual({
        name,
        required: true,
      });
      const keys = parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`);
      expect({ name, keys }).toEqual({ name, keys: [...new Set(keys)] });
      for (const parameter of parameters) expect({ name, ...parameter }).toHaveProperty('schema');
    }
  });

  it('has only schema keywords of OpenAPI 3.0', async () => {
    const document = await readDocument();
    const all = schemasOf(document).flatMap(([path, schema]) => [...within(path, schema)]);
    expect(all.length).toBeGreaterThan(100);
    for (const [path, schema] of all) {
      if (schema.$ref !== undefined) {
        expect({ path, keys: Object.keys(schema) }).toEqual({ path, keys: ['$ref'] });
        continue;
      }
      if (schema.type !== undefined) {
        expect({ path, type: schema.type }).toEqual({ path, type: expect.any(String) });
        expect(schemaTypes).toContain(schema.type);
      }
      if (schema.type === 'array') expect({ path, schema }).toHaveProperty('schema.items');
      for (const flag of ['exclusiveMinimum', 'exclusiveMaximum', 'nullable']) {
        if (schema[flag] !== undefined)
          expect({ path, [flag]: schema[flag] }).toEqual({ path, [flag]: expect.any(Boolean) });
      }
      if (schema.required) expect({ path, required: schema.required }).not.toEqual({ path, required: [] });
      const names = Object.keys(schema.properties ?? {});
      if (schema.required && names.length > 0)
        expect({ path, names }).toEqual({ path, names: expect.arrayContaining(schema.required) });
      if (schema.enum) expect({ path, enum: schema.enum }).toEqual({ path, enum: [...new Set(schema.enum)] });
      expect({
        path,
        unknown: Object.keys(schema).filter((key) => ['const', '$schema', 'if', 'examples'].includes(key)),
      }).toEqual({ path, unknown: [] });
    }
  });

  it('contains the targets of its references', async () => {
    const document = await readDocument();
    const references = [...objectsIn(document)].flatMap(([, value]) =>
      typeof value.$ref === 'string' ? [value.$ref] : [],
    );
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names).toEqual(expect.arrayContaining(references));
    expect(references.length).toBeGreaterThan(0);
  });

  it('names only defined security schemes', async () => {
    const document = await readDocument();
    const names = document.security.flatMap((requirement: Json) => Object.keys(requirement));
    expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(names));
  });
});

describe('/docs', () => {
  it('is a page that shows the document with local files', async () => {
    const { status, headers, text } = await get('/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files.filter((address) => !address.startsWith('data:'))) {
      expect(file).toMatch(/^\//);
      expect({ file, status: (await get(file)).status }).toEqual({ file, status: 200 });
    }
    expect((await get('/docs/reference.js')).text).toContain('/openapi.json');
  });
});
