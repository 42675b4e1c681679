import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { tokenHeader } from '../support/api';
import type { RequestMaker } from './hunt';
import { LooseValues } from './loose-values';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body?: { type: string; schema: Schema };
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Described> & { parameters?: Parameter[] }>;
  components: { schemas: Record<string, Schema> };
}

const description = parse(readFileSync('schema/openapi.yaml', 'utf8')) as Description;
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Every route, except for those that end the caller's session. */
const operations: Operation[] = Object.entries(description.paths).flatMap(([path, item]) =>
  methods
    .filter((method) => item[method] && path !== '/auth/logout')
    .map((method) => {
      const { parameters = [], requestBody } = item[method] as Described;
      // `fetch` sends no body with GET.
      const contents = method === 'get' ? {} : (requestBody?.content ?? {});
      const [type, content] = Object.entries(contents)[0] ?? [];
      return {
        ...{ method: method.toUpperCase(), path, parameters: [...(item.parameters ?? []), ...parameters] },
        ...(type !== undefined && { body: { type, schema: content?.schema ?? {} } }),
      };
    }),
);

const deepest = 5;

/** Generates values from the API description. */
class DescribedValues {
  constructor(
    readonly loose: LooseValues,
    private readonly isWild: boolean,
  ) {}

  of(schema: Schema, name: string, within: string, depth = 0): unknown {
    const { dice } = this.loose;
    if (this.isWild && dice.onceIn(depth === 0 ? 30 : 12)) return this.loose.anything();
    if (schema.$ref !== undefined) {
      const type = schema.$ref.split('/').pop() ?? '';
      return this.of(description.components.schemas[type] ?? {}, name, type, depth);
    }
    if (schema.enum) return dice.oneOf(schema.enum);
    const one = dice.oneOf(schema.oneOf ?? schema.anyOf ?? []);
    if (one) return this.of(one, name, within, depth);
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part) => this.of(part, name, within, depth)));
    if (schema.type === 'array')
      return Array.from({ length: dice.below(3) }, () =>
        this.of(schema.items ?? {}, name, within, depth + 1),
      );
    if (schema.properties) return this.object(schema, within, depth);
    return this.plain(schema, name, within);
  }

  private object({ properties = {}, required = [] }: Schema, within: string, depth: number): object {
    const { dice } = this.loose;
    const asked = Object.entries(properties).filter(
      ([name]) => (required.includes(name) && depth < deepest) || (depth < 3 && dice.onceIn(depth + 2)),
    );
    return Object.fromEntries(asked.map(([name, inner]) => [name, this.of(inner, name, within, depth + 1)]));
  }

  private plain({ type, format }: Schema, name: string, within: string): unknown {
    if (type === 'integer') return this.loose.integer();
    if (type === 'number') return this.loose.number();
    if (type === 'boolean') return this.loose.dice.onceIn(2);
    if (type === 'string') return format === 'date-time' ? this.loose.time() : this.loose.text(name, within);
    return this.loose.json();
  }
}

/** A path segment: a text without unpaired surrogates, which no URL can express. */
function inAddress(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.slice(0, 2000).replace(/\p{Surrogate}/gu, ''));
}

/** Bytes that are not JSON, or not in the declared encoding. */
const brokenBodies = [
  '',
  '{',
  '[1,',
  '"\\ud800"',
  '{"a":1}}',
  'nul',
  '\ufeff{}',
  '{"a":"\u0000"}',
  '['.repeat(5_000),
];

/** Requests to the routes, generated from their description. */
export const makeRequest: RequestMaker = (dice, ids, { call }, token) => {
  const { method, path, parameters, body } = dice.oneOf(operations) as Operation;
  const isWild = dice.onceIn(2);
  const values = new DescribedValues(new LooseValues(dice, ids), isWild);
  const createValue = ({ name, schema = {} }: Parameter) => inAddress(values.of(schema, name, path));
  const inPath = parameters.filter((each) => each.in === 'path');
  const filled = inPath.reduce((address, each) => address.replace(`{${each.name}}`, createValue(each)), path);
  const query = parameters
    .filter((each) => each.in === 'query' && (each.required === true || dice.onceIn(3)))
    .map((each) => `${encodeURIComponent(each.name)}=${createValue(each)}`);
  const address = filled + (query.length > 0 ? `?${query.join('&')}` : '');
  const content = body && createContent(body, values, isWild);
  return {
    what: `${method} ${address} ${content ?? ''}`.slice(0, 2500),
    isChange: method !== 'GET',
    send: () =>
      call(method, address, {
        raw: content,
        headers: {
          ...(body && { 'Content-Type': body.type }),
          ...(token !== undefined && { [tokenHeader]: token }),
        },
      }),
  };
};

function createContent(
  { type, schema }: NonNullable<Operation['body']>,
  values: DescribedValues,
  isWild: boolean,
) {
  const { dice } = values.loose;
  if (isWild && dice.onceIn(8)) return dice.oneOf(brokenBodies);
  const value = values.of(schema, 'body', '');
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(value) ?? '';
  return Object.entries(value ?? {})
    .map(([name, each]) => `${inAddress(name)}=${inAddress(each)}`)
    .join('&');
}
