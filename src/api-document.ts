import { openApiDocument, type DescribedEndpoint } from '../rest-compat/openapi';
import type { ListedApi } from './http/api-reference.page';
import { realmRoutes } from './token-service/realm-routes';

const realmParameter = {
  name: 'realm',
  in: 'path',
  required: true,
  description: 'Name of the realm, as `GET /info` tells it.',
  schema: { type: 'string' },
};

/** The endpoints of the token service, as their own table describes them. */
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

/** The OpenAPI document of everything that is served over HTTP. */
export const apiDocument = (baseUrl: string): ListedApi =>
  openApiDocument(baseUrl, realmEndpoints) as unknown as ListedApi;
