import type { TestAccount } from './accounts';
import { api, type Json } from './api';
import type { ServerUnderTest } from './server';
import { waitFor } from './wait-until';

const request = `mutation Request($input: CreateExportInput!) {
  requestExport(input: $input) { export { id userId state lineCount size finishedTime expirationTime } }
}`;
const one = 'query One($id: ID!) { requestedExport(id: $id) { id userId state lineCount size } }';
const link =
  'mutation Link($input: CreateExportLinkInput!) { createExportLink(input: $input) { url expirationTime } }';
const listed = `query List($first: Int, $after: String) {
  me { requestedExports(first: $first, after: $after) {
    edges { cursor node { id userId state createdTime } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }
}`;

/** Requests of an account for background exports, with raw GraphQL responses. */
export function requestedExports(server: ServerUnderTest, { token }: Pick<TestAccount, 'token'>) {
  const ask = async (query: string, variables: Record<string, unknown>): Promise<Json> =>
    (await api(server).graph(query, { token, variables })).body;
  const show = (id: string) => ask(one, { id });
  return {
    request: (input: object) => ask(request, { input }),
    /** Requests an export and returns its id. Throws when it is refused. */
    requested: async (input: object): Promise<string> => {
      const answer = await ask(request, { input });
      if (answer.errors) throw new Error(JSON.stringify(answer.errors));
      return answer.data.requestExport.export.id;
    },
    show,
    /** A page of the account's requested exports, as a raw GraphQL response. */
    list: (page: { first?: number; after?: string } = {}) => ask(listed, page),
    link: (exportId: string) => ask(link, { input: { exportId } }),
    /** The export once its file is complete. */
    ready: (id: string): Promise<Json> =>
      waitFor('an export to be ready', async () => {
        const found = (await show(id)).data.requestedExport;
        return found.state === 'READY' ? found : undefined;
      }),
  };
}

/** The code of the first error in a GraphQL response. */
export const errorCode = (answer: Json): string => answer.errors?.[0].extensions.code;
