import type { Request, Response } from 'express';
import type { Realm } from './realm';
import type { TokenServiceParts } from './token-service-parts';

/** One request to a realm, with all that answering it may need. */
export interface RealmCall {
  realm: Realm;
  parts: TokenServiceParts;
  request: Request;
  response: Response;
}

/** A parameter, body or answer as an OpenAPI 3.0 operation describes it. */
export interface OpenApiOperation {
  description?: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, { description: string; content?: object }>;
}

/** One route of the realms. The OpenAPI document is made from the same rows that are served. */
export interface RealmRoute {
  method: 'get' | 'post';
  /** Below `/realms/{realm}`. */
  path: string;
  summary: string;
  handler: (call: RealmCall) => Promise<void> | void;
  openapi: OpenApiOperation;
  /** `json`: refusals are for programs; `page`: they are for people. */
  refusals: 'json' | 'page';
  /** Whose pages may read the answer by script: those of any site, or those of the clients. Absent: none. */
  readableBy?: 'everybody' | 'clients';
}
