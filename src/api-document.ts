import type { GraphQLSchema } from 'graphql';
import { openApiDocument, type DescribedEndpoint } from '../rest-compat/openapi';
import type { ListedApi } from './platform/http/api-reference.page';
import { routes, schemas } from './surfaces';
import { realmRoutes } from './identity/token-service/realm-routes';

const realmParameter = {
  name: 'realm',
  in: 'path',
  required: true,
  description: 'Name of the realm, as in `GET /info`.',
  schema: { type: 'string' },
};

/** The endpoints of the token service, described in their own table. */
const realmEndpoints: DescribedEndpoint[] = realmRoutes.map(({ method, path, summary, openapi }) => ({
  method,
  path: `/realms/{realm}${path.replace(/:(\w+)/g, '{$1}')}`,
  operation: {
    tags: ['Token service'],
    summary,
    security: [],
    ...openapi,
    parameters: [realmParameter, ...(openapi.parameters ?? [])],
  },
}));

/** The OpenAPI document of everything served over HTTP. Descriptions come from the graph where possible. */
export const apiDocument = (baseUrl: string, graph: GraphQLSchema): ListedApi =>
  openApiDocument(baseUrl, { routes, schemas, others: realmEndpoints }, graph) as unknown as ListedApi;
