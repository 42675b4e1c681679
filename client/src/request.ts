import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import type { GraphErrorEntry } from './errors.js';

/** An operation with its types, as code generators write it. */
export type TypedDocument<Data, Variables> = TypedDocumentNode<Data, Variables>;

/** What is sent to the graph. */
export interface GraphRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

/** What the graph answers. */
export interface GraphResult<Data = Record<string, unknown>> {
  data?: Data | null;
  errors?: readonly GraphErrorEntry[];
  extensions?: { cursor?: string; [name: string]: unknown };
}

/** The variables of an operation: an argument that may be left out if all are optional. */
export type VariablesArgument<Variables> =
  Record<string, never> extends Variables ? [variables?: Variables] : [variables: Variables];

const printed = new WeakMap<object, string>();

/** The request of a document. */
export function toRequest(document: TypedDocument<unknown, never>, variables?: object): GraphRequest {
  let query = printed.get(document);
  if (query === undefined) printed.set(document, (query = print(document)));
  return { query, variables: { ...variables } };
}
