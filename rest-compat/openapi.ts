import { getOperationAST, Kind, OperationTypeNode, type GraphQLSchema } from 'graphql';
import { fillIn } from './from-graph';
import { idempotencyKey } from './idempotency-key';
import { RecordSchemas } from './record-schemas';
import type { JsonSchema, Route } from './route';
import { ref } from './schemas';
import { describedAs, type GraphDescription } from './sentence';

const statusText: Record<number, string> = {
  204: 'It is done, and there is nothing left to show.',
  400: 'The request is not valid.',
  401: 'No valid token, or not allowed where the area says so.',
  402: 'What the clinic has booked is used up.',
  403: 'Not allowed.',
  404: 'Not found.',
  409: 'It does not fit what is there.',
  412: 'Somebody has changed it since.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  422: 'It cannot be done in this state.',
  429: 'Too many attempts; Retry-After says when to come back.',
  500: 'It failed for a reason of our own.',
  501: 'The service is not set up for it.',
  503: 'It cannot be done at present.',
  507: 'There is no space left to store it.',
};

const callerSecurity = [{ sessionToken: [] }, { bearerToken: [] }];

const content = (schema: JsonSchema, mediaType = 'application/json') => ({ [mediaType]: { schema } });

/** The path in OpenAPI notation, which cannot express a parameter that contains slashes. */
export const shownPath = (path: string): string => path.replaceAll('+}', '}');

function buildParameters(path: string, route: Route, graph: GraphQLSchema): JsonSchema[] {
  const { query = {} } = route;
  const headers = { ...route.headers, ...(takesKey(route, graph) && idempotencyKey) };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const described = (place: string, parameters: typeof query) =>
    Object.entries(parameters).map(([name, { description, schema, required = false }]) => ({
      name,
      in: place,
      description,
      required,
      schema: schema ?? { type: 'string' },
    }));
  return [...inPath, ...described('query', query), ...described('header', headers)];
}

/** The root type and the field that a route's operation selects; undefined for bulk routes. */
function findRootField({ document }: Route): { type: 'Query' | 'Mutation'; name: string } | undefined {
  const operation = document && getOperationAST(document);
  const [field] = operation?.selectionSet.selections ?? [];
  if (field?.kind !== Kind.FIELD) return undefined;
  return {
    type: operation?.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation',
    name: field.name.value,
  };
}

/** The description in the graph of the field that a route's operation selects. */
function describedAsField(route: Route): GraphDescription {
  const field = findRootField(route);
  if (!field) throw new Error(`${String(route.path)} has neither a summary nor an operation.`);
  return describedAs(`${field.type}.${field.name}`);
}

/** Whether the mutation behind a route can be repeated with a key. */
function takesKey(route: Route, graph: GraphQLSchema): boolean {
  const field = findRootField(route);
  if (field?.type !== 'Mutation') return false;
  const mutation = graph.getMutationType()?.getFields()[field.name];
  return mutation !== undefined && mutation.args.some(({ name }) => name === 'idempotencyKey');
}

/** Errors of routes that people open in a browser are pages. */
const contentOfErrors = ({ errorPage }: Route): JsonSchema =>
  errorPage ? content({ type: 'string' }, 'text/html') : content(ref('Error'));

function buildSuccess({ success: { description, schema, mediaType, others } }: Route): JsonSchema {
  if (!schema) return { description };
  const further = Object.entries(others ?? {}).map(([name, other]) => content(other, name));
  return { description, content: Object.assign(content(schema, mediaType), ...further) as JsonSchema };
}

function buildOperation(path: string, route: Route, graph: GraphQLSchema): JsonSchema {
  const { tag, summary = describedAsField(route), body, failures, restrictedToken } = route;
  const parameters = buildParameters(path, route, graph);
  const failed = failures.map((status) => [
    String(status),
    { description: statusText[status], ...(status >= 300 && { content: contentOfErrors(route) }) },
  ]);
  return {
    tags: [tag],
    summary,
    ...(restrictedToken && { security: [...callerSecurity, { restrictedToken: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: body.description,
        required: !body.optional,
        content: content(body.schema, body.mediaType),
      },
    }),
    responses: {
      [route.success.status]: buildSuccess(route),
      ...Object.fromEntries(failed),
    },
  };
}

/** A page or endpoint outside the route tables, described by the code that serves it. */
export interface DescribedEndpoint {
  method: string;
  path: string;
  operation: JsonSchema;
}

/** The contents of the document. */
export interface DescribedApi {
  routes: readonly Route[];
  /** By name. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** Endpoints outside the route tables. */
  others: readonly DescribedEndpoint[];
}

/**
 * The OpenAPI document of all routes, so that every served route is in it. Throws when a description refers to a part
 * of the graph that does not exist.
 */
export function openApiDocument(
  baseUrl: string,
  { routes, schemas, others }: DescribedApi,
  graph: GraphQLSchema,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const { method, path, operation } of others) paths[path] = { ...paths[path], [method]: operation };
  for (const route of routes) {
    for (const path of [route.path].flat().map(shownPath)) {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: buildOperation(path, route, graph) };
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Glycograph',
      version: '1.0',
      description:
        'REST API for diabetes data. Every route runs an operation of the graph, with the same permissions.',
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: callerSecurity,
    paths: fillIn(paths, graph),
    components: {
      securitySchemes: {
        sessionToken: { type: 'apiKey', in: 'header', name: 'X-Service-Session-Token' },
        bearerToken: { type: 'http', scheme: 'bearer' },
        restrictedToken: { type: 'apiKey', in: 'query', name: 'restricted_token' },
      },
      schemas: { ...(fillIn(schemas, graph) as object), ...new RecordSchemas().schemas },
    },
  };
}
