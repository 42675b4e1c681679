import 'reflect-metadata';
import { extendSchema, graphql, parse } from 'graphql';
import { guardSchema, unguardedEdges } from '../../../src/graph/permissions/guard-schema';
import { permissionTree } from '../../../src/graph/permissions/permission-tree';
import { buildGraph, buildOpenSchema } from '../../../src/graph/schema';
import { graphParts } from '../../../src/surfaces';

/** The served types, and some without any rules. */
const extended = (additions: string) => extendSchema(buildOpenSchema(graphParts), parse(additions));
const rules = () => permissionTree(graphParts.rules);

describe('the rules of the graph', () => {
  it('cover every field that leads to an object', () => {
    expect(unguardedEdges(buildOpenSchema(graphParts), rules())).toEqual([]);
  });

  it.each([
    ['an edge to an object', 'extend type User { doctor: User }', 'User.doctor'],
    ['an edge to a list of objects', 'extend type User { doctors: [User!]! }', 'User.doctors'],
    ['an edge to an interface', 'extend type User { newest: Datum }', 'User.newest'],
    [
      'an edge to a union',
      'union Anything = User | Profile extend type Profile { about: Anything }',
      'Profile.about',
    ],
    ['an edge of a new type', 'type Pet { owner: User } extend type Query { name: String }', 'Pet.owner'],
    ['a plain field of a root', 'extend type Query { secret: String }', 'Query.secret'],
    ['a plain mutation', 'extend type Mutation { reset: Boolean }', 'Mutation.reset'],
    ['a plain subscription', 'extend type Subscription { clock: String }', 'Subscription.clock'],
  ])('miss %s', (_what, additions, field) => {
    expect(unguardedEdges(extended(additions), rules())).toContain(field);
  });

  it('deny what they miss', async () => {
    const schema = guardSchema(extended('extend type Query { secret: String }'), rules());
    const { data, errors } = await graphql({
      schema,
      source: '{ serverTime secret }',
      rootValue: { secret: 'told' },
    });
    expect(data).toEqual({ serverTime: expect.any(String), secret: null });
    expect(errors?.map(({ path }) => path)).toEqual([['secret']]);
  });

  it('let the graph be served', () => {
    expect(buildGraph(graphParts).schema.getQueryType()?.name).toBe('Query');
  });
});
