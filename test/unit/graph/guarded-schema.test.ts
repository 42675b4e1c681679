import 'reflect-metadata';
import { extendSchema, graphql, isNonNullType, isObjectType, parse } from 'graphql';
import { deny, rule } from 'graphql-shield';
import { authorize } from '../../../src/graph/permissions/authorize';
import { mutationsOfForeignClients } from '../../../src/graph/permissions/foreign-clients';
import { guardSchema, unguardedEdges } from '../../../src/graph/permissions/guard-schema';
import { administrationRules } from '../../../src/graph/permissions/identity/administration';
import { nullableEdges } from '../../../src/graph/permissions/nullable-edges';
import { permissionTree } from '../../../src/graph/permissions/permission-tree';
import { anyone, partOfParent } from '../../../src/graph/permissions/rules';
import { buildGraph, buildOpenSchema, buildPublicSchema } from '../../../src/graph/schema';
import type { RequestContext } from '../../../src/request/request-context';
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

describe('the rules of all areas', () => {
  it('name each field once', () => {
    const twice = { Query: { serverTime: anyone } };
    expect(() => permissionTree([...graphParts.rules, twice, () => twice])).toThrow(
      'There are two rules for Query.serverTime.',
    );
  });

  it('have those that are closed to third-party clients', () => {
    const without = graphParts.rules.filter((each) => each !== administrationRules);
    expect(() => permissionTree(without)).toThrow('The field Query.admin has no permission rule.');
  });
});

describe('third-party clients', () => {
  it('have no mutation that does not exist', () => {
    const [open = ''] = mutationsOfForeignClients;
    const without = graphParts.rules.map((each) => {
      const { Mutation, ...others } = (typeof each === 'function' ? each() : each) as Record<string, object>;
      const kept = Object.entries(Mutation ?? {}).filter(([name]) => name !== open);
      return { ...others, Mutation: Object.fromEntries(kept) };
    });
    expect(() => permissionTree(without)).toThrow(`foreign-clients.ts opens: ${open}`);
  });

  it('may use the mutations that are open to them, and no others', () => {
    const open = Object.fromEntries(mutationsOfForeignClients.map((name) => [name, anyone]));
    const { Query, Mutation } = permissionTree([
      { Query: { admin: anyone, me: anyone }, Mutation: { ...open, reset: anyone } },
    ]);
    const closed = Object.entries({ ...Query, ...Mutation }).filter(([, rule]) => rule !== anyone);
    expect(closed.map(([name]) => name)).toEqual(['admin', 'reset']);
  });

  it('keep what the rule of a closed field says', async () => {
    const open = Object.fromEntries(mutationsOfForeignClients.map((name) => [name, anyone]));
    const outage = new Error('The database is away.');
    const failing = rule({ cache: 'no_cache' })(() => {
      throw outage;
    });
    const tree = permissionTree([
      { Query: { admin: failing }, Mutation: { ...open, close: deny, reset: anyone } },
    ]);
    const context = { caller: { kind: 'server' } } as RequestContext;
    const decide = (type: string, field: string) => authorize(tree, { type, field }, context);
    await expect(decide('Query', 'admin')).rejects.toBe(outage);
    await expect(decide('Mutation', 'close')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(decide('Mutation', 'reset')).resolves.toBeUndefined();
  });

  it('never administer the service', () => {
    const { Mutation } = administrationRules as Record<string, object>;
    const names = Object.keys(Mutation ?? {});
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => mutationsOfForeignClients.includes(name))).toEqual([]);
  });
});

describe('fields that may be refused', () => {
  it('are nullable, and so are the results of all mutations', () => {
    const schema = buildPublicSchema(graphParts);
    const tree = rules();
    const never: unknown[] = [undefined, anyone, partOfParent];
    const fields = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      // A subscription has a single field.
      .filter((type) => type !== schema.getSubscriptionType())
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(
        ({ type, field }) =>
          type === schema.getMutationType() || !never.includes(tree[type.name]?.[field.name]),
      );
    expect(fields.length).toBeGreaterThan(250);
    const required = fields.filter(({ field }) => isNonNullType(field.type));
    expect(required.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });

  it.each([{}, { pet: null }])('are not null without an error: %j', async (rootValue) => {
    const schema = nullableEdges(extended('extend type Query { pet: String! }'), { Query: { pet: {} } });
    const { data, errors } = await graphql({ schema, source: '{ pet serverTime }', rootValue });
    expect(data).toEqual({ pet: null, serverTime: expect.any(String) });
    expect(errors?.map(({ path, message }) => [path, message])).toEqual([
      [['pet'], 'The field Query.pet has returned null.'],
    ]);
  });
});
