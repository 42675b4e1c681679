import type { GraphClient } from '@glycograph/client';
import { GraphError } from '@glycograph/client/errors';
import { items, type ItemOf, type Page, type PageArguments } from '@glycograph/client/paging';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, type DocumentNode } from 'graphql';
import { useMutation, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState } from 'react';

/** The client of the logged-in person. */
export const GraphContext = createContext<GraphClient | null>(null);

/** The client. Throws outside of the pages of a logged-in person. */
export function useGraph(): GraphClient {
  const client = use(GraphContext);
  if (!client) throw new Error('Nobody is logged in.');
  return client;
}

/** The name of an operation. Results are cached under it, and can be read again by it. */
export function operationName({ definitions }: DocumentNode): string {
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation?.name?.value ?? '';
}

interface QueryBehavior {
  /** Whether to run it; true by default. */
  enabled?: boolean;
  /** Shows the result of the previous variables until that of the new ones arrives. Never across people. */
  keepPrevious?: boolean;
  /**
   * Shows the rest where a part was refused, such as the names of people whom the caller does not know. Only for pages
   * that say of each part that it is missing.
   */
  partial?: boolean;
}

/** The rest of a result of which a part was refused; throws if nothing is left. */
function restOf<Data>(error: unknown): Data {
  const rest = error instanceof GraphError ? (error.data as object | null | undefined) : null;
  if (rest && Object.values(rest).some((field) => field !== null)) return rest as Data;
  throw error;
}

/** Runs a query, and again whenever its variables change. */
export function useGraphQuery<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, partial = false }: QueryBehavior = {},
) {
  const client = useGraph();
  return useQuery({
    queryKey: [operationName(document), variables],
    queryFn: async () => {
      const result = client.query(document, ...([variables] as never));
      return partial ? result.catch((error: unknown) => restOf<Data>(error)) : result;
    },
    enabled,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  });
}

/** Reads a whole list, page by page. For lists that a person can take in at once, such as their own clinics. */
export function useGraphList<Data, Connection extends Page>(
  document: TypedDocumentNode<Data, PageArguments>,
  connection: (data: Data) => Connection | null | undefined,
) {
  const client = useGraph();
  return useQuery({
    queryKey: [operationName(document), 'all'],
    queryFn: async () => {
      const list: ItemOf<Connection>[] = [];
      const read = async (page: PageArguments) => connection(await client.query(document, page));
      for await (const item of items(read)) list.push(item);
      return list;
    },
  });
}

/** Runs a mutation, and then reads again what it may have changed. */
export function useGraphMutation<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  { changes }: { changes: readonly DocumentNode[] },
) {
  const client = useGraph();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (variables: Variables) => client.mutate(document, variables),
    onSuccess: () => readAgain(...changes),
  });
}

/** Returns a function that reads again what some queries have read, wherever it is shown. */
export function useReadAgain(): (...documents: readonly DocumentNode[]) => Promise<void> {
  const cache = useQueryClient();
  return async (...documents) => {
    await Promise.all(
      documents.map((document) => cache.invalidateQueries({ queryKey: [operationName(document)] })),
    );
  };
}

/** Whether events arrive. */
export type LiveState = 'live' | 'ended';

/**
 * Subscribes as long as the component is shown. `onChange` is also called when events were lost, because the current
 * state must then be read.
 */
export function useLive<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onChange: (data: Data | null) => void,
): LiveState {
  const client = useGraph();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const key = JSON.stringify(variables);
  /** The variables whose subscription has ended. */
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    return client.subscribe(document, JSON.parse(key) as Variables, {
      next: ({ data }) => latest.current(data),
      resync: () => latest.current(null),
      error: () => setEnded(key),
    });
  }, [client, document, key]);
  return ended === key ? 'ended' : 'live';
}
