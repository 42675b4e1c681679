import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Readable } from 'node:stream';
import type { ApiError, ErrorCode } from '../src/platform/errors';
import type { GraphExecutor } from '../src/graph/executor';
import { keyNotTaken } from '../src/graph/repeating';
import type { GuardedField } from '../src/request/guarded-field';
import type { Trace } from '../src/platform/http/trace';
import type { RequestContext } from '../src/request/request-context';
import type { ErrorBody } from './errors';
import type { QueryParameters } from './query-parameters';
import type { Sentence } from './sentence';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON schema, OpenAPI 3.0 dialect. */
export type JsonSchema = Record<string, unknown>;

/** The parts of a request that a route reads. */
export interface RestRequest {
  params: Record<string, string>;
  query: QueryParameters;
  /** A header, case-insensitive; an empty one counts as absent. */
  header: (name: string) => string | undefined;
  /** Every value of a header that may be repeated. */
  headerValues: (name: string) => readonly string[];
  /** A service header such as `Server-Name`, with any of the accepted prefixes. */
  serviceHeader: (name: string) => string | undefined;
  /** A cookie by its name, without the configured prefix. */
  cookie: (name: string) => string | undefined;
  /** The parsed body; undefined if there is none. */
  body: unknown;
  context: RequestContext;
  /** Ids that identify the request and the client's session in logs. */
  trace: Trace;
}

/** The response of a route. */
export interface RestReply {
  status?: number;
  /** Absent: an empty response, unless there is text. */
  body?: unknown;
  /** Sent as plain text, instead of `body`. */
  text?: string;
  /** Returned in every accepted session-token header. */
  sessionToken?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** The version of the entity in the body, for its ETag. */
  version?: string | null;
  /** A cookie to set. */
  cookie?: Cookie;
  /** An HTML page, instead of `body`. */
  page?: Page;
}

/** A cookie that is hidden from scripts. */
export interface Cookie {
  /** Without the configured prefix. */
  name: string;
  value: string;
  path: string;
  /** Lifetime in milliseconds. */
  lifetime: number;
}

/** An HTML page, and its Content-Security-Policy. */
export interface Page {
  html: string;
  policy: string;
}

/** The parts of a request that are available before authentication. */
export type SentRequest = Pick<RestRequest, 'params' | 'query' | 'cookie'>;

/** A response of raw bytes. The engine reads the stream or destroys it. */
export interface ContentReply {
  content: Readable;
  /** At least Content-Length and Content-Type. */
  headers: Record<string, string | number>;
}

/** What a bulk route may return: JSON, the UTF-8 of one JSON text in pieces, or bytes. */
export type BulkReply = RestReply | { stream: AsyncIterable<Uint8Array> } | ContentReply;

/** Access to the request body for bulk routes; nothing is read before one of these is called. */
export interface BodyReaders {
  /** The whole body as JSON. Waits for `admit`, with the decoded bytes, before it parses them. */
  readBody: (admit?: (bytes: number, leaving?: AbortSignal) => Promise<void>) => Promise<unknown>;
  /** The bytes of the body as they arrive. Throws while reading if the route's size limit is exceeded. */
  readStream: () => AsyncIterable<Uint8Array>;
}

/** The request body that a route accepts. Routes without this never read their body. */
export interface RequestBody {
  schema: JsonSchema;
  description: Sentence;
  /** For the API reference; JSON by default. */
  mediaType?: string;
  /** Maximum size in bytes. */
  limit?: number;
  /** Maximum size of the array that the body is. */
  mostItems?: number;
  /** The body is optional. */
  optional?: boolean;
  /** Refuses bodies with a Content-Type other than JSON. */
  strictType?: boolean;
  /** A body that is not JSON counts as absent, because some clients send meaningless ones. */
  lenient?: boolean;
  /** The error message for a body that is missing or not JSON, if clients know one. */
  refusal?: string;
}

interface RouteFacts {
  method: Method;
  /** One or more alternative paths with `{names}`; `{name+}` matches the rest of the path, including slashes. */
  path: string | readonly string[];
  /** A one-line summary; by default, the description of the operation's field in the graph. */
  summary?: Sentence;
  tag: string;
  /** Query parameters and their descriptions. */
  query?: Readonly<Record<string, { description: Sentence; schema?: JsonSchema; required?: boolean }>>;
  /** Request headers and their descriptions. */
  headers?: Readonly<Record<string, { description: Sentence; schema?: JsonSchema; required?: boolean }>>;
  body?: RequestBody;
  /** `mediaType` is for the API reference, JSON by default; `others` are further ones that a caller can ask for. */
  success: {
    status: number;
    description: Sentence;
    schema?: JsonSchema;
    mediaType?: string;
    others?: Readonly<Record<string, JsonSchema>>;
  };
  /** Statuses that a caller has to expect. */
  failures: readonly number[];
  /**
   * The request may be authenticated by a restricted token, for URLs that a browser opens directly: in the query, or
   * where the function finds it.
   */
  restrictedToken?: true | ((sent: SentRequest) => readonly string[]);
  /** Restricted tokens for this path are also valid for the route. */
  restrictedTokenOf?: (params: Record<string, string>) => string;
  /** Maximum length of the URL in bytes; unlimited by default. */
  largestAddress?: number;
  /** The format of error bodies in this area. */
  errors?: ErrorBody;
  /** Errors are shown to people in a browser, as a page. */
  errorPage?: (error: ApiError) => Page;
  /** If the response to "forbidden" is not 403: another status and message, for FORBIDDEN or for the listed errors. */
  refusedWith?: { status: 401 | 404; message: string; instead?: readonly ErrorCode[] };
  /**
   * A field whose rule is checked before query and body are parsed, so that callers without permission learn nothing
   * about them.
   */
  guard?: (request: RestRequest) => GuardedField;
  /**
   * If the permission depends on the body: a field whose rule is checked before validation errors of the body are
   * reported.
   */
  guardOfComplaints?: (request: RestRequest) => GuardedField;
}

interface OperationRow<Data, Variables extends object> extends RouteFacts {
  operation: TypedDocumentNode<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  reply: (data: Data, request: RestRequest) => RestReply;
}

interface BulkRow<Result> extends RouteFacts {
  /** The field of the graph behind the route. */
  guard: (request: RestRequest) => GuardedField;
  call: (
    request: RestRequest,
    readBody: BodyReaders['readBody'],
    readStream: BodyReaders['readStream'],
  ) => Result;
  reply: (result: Awaited<Result>, request: RestRequest) => BulkReply;
}

/** A row of a route table, ready for the engine. */
export interface Route extends RouteFacts {
  /** The stored operation, validated against the schema; absent for bulk routes. */
  document?: TypedDocumentNode<unknown, object>;
  answer(request: RestRequest, executor: GraphExecutor, body: BodyReaders): Promise<BulkReply>;
}

/** A route that runs a stored operation. */
export function route<Data, Variables extends object>(row: OperationRow<Data, Variables>): Route {
  const { operation, variables, reply, ...facts } = row;
  return {
    ...facts,
    document: operation as TypedDocumentNode<unknown, object>,
    async answer(request, executor) {
      const asked = request.query.together(() => variables(request));
      const data = await executor.run(operation, asked, request.context);
      return reply(data, request);
    },
  };
}

/** A bulk route: checks the rule of a GraphQL field, then calls the method behind that field. */
export function bulkRoute<Result>(row: BulkRow<Result>): Route {
  const { call, reply, ...facts } = row;
  return {
    ...facts,
    async answer(request, executor, { readBody, readStream }) {
      const guard = facts.guard(request);
      const result = await executor.bulk(guard, request.context, () => {
        // Whatever changes something is refused by its mutation, or here if there is none in the graph.
        if (facts.method === 'PUT' && guard.type !== 'Mutation' && request.context.requestKey !== undefined)
          throw keyNotTaken(['this upload']);
        return call(request, readBody, readStream);
      });
      return reply(result, request);
    },
  };
}
