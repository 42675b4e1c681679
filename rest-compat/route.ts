import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Readable } from 'node:stream';
import type { ApiError, ErrorCode } from '../src/platform/errors';
import type { GraphExecutor, GuardedField } from '../src/graph/executor';
import type { Trace } from '../src/platform/http/trace';
import type { RequestContext } from '../src/request/request-context';
import type { ErrorBody } from './errors';
import type { QueryParameters } from './query-parameters';
import type { Sentence } from './sentence';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON schema, as OpenAPI 3.0 has it. */
export type JsonSchema = Record<string, unknown>;

/** What a route takes from a request. */
export interface RestRequest {
  params: Record<string, string>;
  query: QueryParameters;
  /** A header by its name in any case; an empty one counts as absent. */
  header: (name: string) => string | undefined;
  /** Every value of a header, one for each time that it was sent. */
  headerValues: (name: string) => readonly string[];
  /** A service header such as `Server-Name` under any of the accepted prefixes. */
  serviceHeader: (name: string) => string | undefined;
  /** A cookie of ours, by its name without the prefix of the settings. */
  cookie: (name: string) => string | undefined;
  /** The parsed body; undefined when there is none. */
  body: unknown;
  context: RequestContext;
  /** The ids that the request and the client's session are known by. */
  trace: Trace;
}

/** What a route answers. */
export interface RestReply {
  status?: number;
  /** Absent: an empty answer, unless there is text. */
  body?: unknown;
  /** Sent as plain text, in place of `body`. */
  text?: string;
  /** Returned in every accepted session-token header. */
  sessionToken?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** A cookie for the browser that asked. */
  cookie?: Cookie;
  /** A page of HTML in place of `body`. */
  page?: Page;
}

/** A cookie of ours; scripts do not see it. */
export interface Cookie {
  /** Without the prefix of the settings. */
  name: string;
  value: string;
  path: string;
  /** Milliseconds; nothing is kept of a cookie that lives no longer. */
  lifetime: number;
}

/** A page that is answered to a browser, and what it may load: the value of Content-Security-Policy. */
export interface Page {
  html: string;
  policy: string;
}

/** What a request shows of itself before anybody knows who is calling. */
export type SentRequest = Pick<RestRequest, 'params' | 'query' | 'cookie'>;

/** An answer of bytes as they are. The engine reads the stream or destroys it. */
export interface ContentReply {
  content: Readable;
  /** Content-Length and Content-Type, at least. */
  headers: Record<string, string | number>;
}

/** What a route of bulk may answer: JSON, pieces of one JSON text, or bytes. */
export type BulkReply = RestReply | { stream: AsyncIterable<string> } | ContentReply;

/** The ways to the body of a request, for routes of bulk; nothing is read until one of them is called. */
export interface BodyReaders {
  /** The whole body as JSON. */
  readBody: () => Promise<unknown>;
  /** The bytes of the body as they arrive. Throws while reading when there are more than the route allows. */
  readStream: () => AsyncIterable<Uint8Array>;
}

/** What the body of a request may be. Routes without this never look at their body. */
export interface RequestBody {
  schema: JsonSchema;
  description: Sentence;
  /** For the API reference; JSON when absent. */
  mediaType?: string;
  /** Bytes. */
  limit?: number;
  /** The body may be absent. */
  optional?: boolean;
  /** A body that calls itself something else than JSON is refused. */
  strictType?: boolean;
  /** What is not JSON counts as absent: some clients send a body that means nothing. */
  lenient?: boolean;
}

interface RouteFacts {
  method: Method;
  /** One or several spellings of one address, with `{names}`; `{name+}` is all the rest of it, slashes included. */
  path: string | readonly string[];
  /** What the route does, in one line; by default, what the graph says about the field of the operation. */
  summary?: Sentence;
  tag: string;
  /** Query parameters and what they mean. */
  query?: Readonly<Record<string, { description: Sentence; schema?: JsonSchema; required?: boolean }>>;
  /** Headers that the route reads, and what they mean. */
  headers?: Readonly<Record<string, { description: Sentence; schema?: JsonSchema; required?: boolean }>>;
  body?: RequestBody;
  /** `mediaType` is for the API reference; JSON when absent. */
  success: { status: number; description: Sentence; schema?: JsonSchema; mediaType?: string };
  /** Statuses that a caller has to expect. */
  failures: readonly number[];
  /**
   * The request may carry a restricted token, which a browser that opens the address by itself is known by: in its
   * query, or where the function finds it.
   */
  restrictedToken?: true | ((sent: SentRequest) => readonly string[]);
  /** A path whose restricted tokens open this one, too. */
  restrictedTokenOf?: (params: Record<string, string>) => string;
  /** Bytes that the address may have with its query; any number when absent. */
  largestAddress?: number;
  /** The form of error bodies in this area. */
  errors?: ErrorBody;
  /** Errors are shown to people in a browser, as a page. */
  errorPage?: (error: ApiError) => Page;
  /**
   * Where "you may not" is not spelled 403: another status and sentence, in place of FORBIDDEN or of the errors named.
   */
  refusedWith?: { status: 401 | 404; message: string; instead?: readonly ErrorCode[] };
  /** A field whose rule is asked before the query and the body are looked at: who may not learns nothing of them. */
  guard?: (request: RestRequest) => GuardedField;
  /**
   * Where it depends on the body who may do a thing: a field whose rule is asked before a caller is told what was wrong
   * with the body.
   */
  guardOfComplaints?: (request: RestRequest) => GuardedField;
}

interface OperationRow<Data, Variables extends object> extends RouteFacts {
  operation: TypedDocumentNode<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  reply: (data: Data, request: RestRequest) => RestReply;
}

interface BulkRow<Result> extends RouteFacts {
  /** The field of the graph that the route stands for. */
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
  /** The stored operation, for the check against the schema; absent for bulk. */
  document?: TypedDocumentNode<unknown, object>;
  answer(request: RestRequest, executor: GraphExecutor, body: BodyReaders): Promise<BulkReply>;
}

/** A route that runs a stored operation of the graph. */
export function route<Data, Variables extends object>(row: OperationRow<Data, Variables>): Route {
  const { operation, variables, reply, ...facts } = row;
  return {
    ...facts,
    document: operation as TypedDocumentNode<unknown, object>,
    async answer(request, executor) {
      const data = await executor.run(operation, variables(request), request.context);
      return reply(data, request);
    },
  };
}

/** A route that moves bulk: the rule of a field of the graph first, then the method behind that field. */
export function bulkRoute<Result>(row: BulkRow<Result>): Route {
  const { call, reply, ...facts } = row;
  return {
    ...facts,
    async answer(request, executor, { readBody, readStream }) {
      const result = await executor.bulk(facts.guard(request), request.context, () =>
        call(request, readBody, readStream),
      );
      return reply(result, request);
    },
  };
}
