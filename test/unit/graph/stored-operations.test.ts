import 'reflect-metadata';
import { validate, type DocumentNode } from 'graphql';
import type { Route } from '../../../rest-compat/route';
import { buildOpenSchema } from '../../../src/graph/schema';
import { graphParts, routes } from '../../../src/surfaces';

const withOperations = routes.filter((route): route is Route & { document: DocumentNode } =>
  Boolean(route.document),
);

describe('the stored operations of the routes', () => {
  it('are valid in the graph', () => {
    const schema = buildOpenSchema(graphParts);
    expect(withOperations.length).toBeGreaterThan(100);
    expect(
      withOperations.flatMap(({ method, path, document }) =>
        validate(schema, document).map(({ message }) => `${method} ${String(path)}: ${message}`),
      ),
    ).toEqual([]);
  });
});
