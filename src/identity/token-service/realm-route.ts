import type { Request, Response } from 'express';
import type { Realm } from './realm';
import type { TokenServiceParts } from './token-service-parts';

/** One request to a realm, with everything needed to answer it. */
export interface RealmCall {
  realm: Realm;
  parts: TokenServiceParts;
  request: Request;
  response: Response;
}

/** A parameter, body or response in an OpenAPI 3.0 operation. */
export interface OpenApiOperation {
  description?: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, { description: string; content?: object }>;
}

/** One route of the realms. The OpenAPI document is generated from the same rows. */
export interface RealmRoute {
  method: 'get' | 'post';
  /** Below `/realms/{realm}`. */
  path: string;
  summary: string;
  handler: (call: RealmCall) => Promise<void> | void;
  openapi: OpenApiOperation;
  /** `json`: refusals for programs; `page`: refusals for people. */
  refusals: 'json' | 'page';
  /** Whose pages may read the response by script: any site's, or those of clients. None if absent. */
  readableBy?: 'everybody' | 'clients';
}
