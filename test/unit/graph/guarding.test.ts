import 'reflect-metadata';
import { buildSchema, graphql, parse, subscribe, type GraphQLObjectType } from 'graphql';
import { deny, rule } from 'graphql-shield';
import { guardSchema } from '../../../src/graph/permissions/guard-schema';
import type { ApiError } from '../../../src/platform/errors';
import { anyone, partOfParent } from '../../../src/graph/permissions/rules';

const types = `
  interface Named { name: String }
  type Pet implements Named { name: String, owner: Person }
  type Person implements Named {
    name: String, code: String, balance: String
    pet: Pet, employer: Person
    userErrors: [Problem!]!
  }
  type Problem { message: String }
  type Query { me: Person, version: String, clock: String }
  type Mutation { rename: Person, remove: Person }
  type Subscription { renamed: Person, removed: Person }
`;

const outage = new Error('The database is away.');

const tree = {
  Query: { me: anyone, version: anyone },
  Mutation: { rename: anyone, remove: deny },
  Subscription: { renamed: anyone, removed: deny },
  Person: {
    code: deny,
    balance: rule({ cache: 'no_cache' })(() => {
      throw outage;
    }),
    pet: partOfParent,
  },
};

const person = {
  name: 'Ada',
  code: '1815',
  balance: '7',
  pet: { name: 'Rex' },
  employer: {},
  userErrors: [],
};
const rootValue = { me: person, version: '1', clock: '12:00', rename: person, remove: person };

async function* events(name: string): AsyncGenerator<object> {
  yield await Promise.resolve({ [name]: person });
}

function guarded() {
  const schema = buildSchema(types);
  const { renamed, removed } = (schema.getSubscriptionType() as GraphQLObjectType).getFields();
  if (renamed) renamed.subscribe = () => events('renamed');
  if (removed) removed.subscribe = () => events('removed');
  return guardSchema(schema, tree);
}

/** A request that notes what it has changed. */
function request() {
  const changed: unknown[] = [];
  const changing = (change: () => unknown, name: string) => {
    changed.push(name);
    return change();
  };
  return { changed, contextValue: { changing, beginMutation: () => {}, caller: { kind: 'user' } } };
}

const ask = (source: string, contextValue: object = request().contextValue) =>
  graphql({ schema: guarded(), source, rootValue, contextValue });

/** The code of the error at each path. */
const refusals = ({ errors = [] }: Awaited<ReturnType<typeof ask>>) =>
  errors.map(({ path, originalError, message }) => [
    path?.join('.'),
    (originalError as ApiError).code ?? message,
  ]);

describe('a guarded schema', () => {
  it('shows plain values without a rule, and edges that are part of their parent', async () => {
    const { data, errors } = await ask(
      '{ me { name pet { name } userErrors { message } } version __typename }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      me: { name: 'Ada', pet: { name: 'Rex' }, userErrors: [] },
      version: '1',
      __typename: 'Query',
    });
  });

  it.each([
    ['a plain value with a rule of its own', '{ me { code } }', 'me.code'],
    ['an edge without a rule', '{ me { employer { name } } }', 'me.employer'],
    ['an edge without a rule, of a type without any', '{ me { pet { owner { name } } } }', 'me.pet.owner'],
    ['a plain value of a root without a rule', '{ clock }', 'clock'],
  ])('denies %s', async (_what, source, path) => {
    expect(refusals(await ask(source))).toEqual([[path, 'FORBIDDEN']]);
  });

  it('fails where a rule fails', async () => {
    expect(refusals(await ask('{ me { balance } }'))).toEqual([['me.balance', outage.message]]);
  });

  it('records allowed changes by the name of their operation, and nothing else', async () => {
    const { changed, contextValue } = request();
    const answer = await ask('mutation Both { rename { name } remove { name } }', contextValue);
    expect(answer.data).toEqual({ rename: { name: 'Ada' }, remove: null });
    expect(refusals(answer)).toEqual([['remove', 'FORBIDDEN']]);
    await ask('{ me { name } }', contextValue);
    expect(changed).toEqual(['mutation Both']);
  });

  it('checks subscriptions when they begin', async () => {
    const begin = (field: string) =>
      subscribe({
        schema: guarded(),
        document: parse(`subscription { ${field} { name } }`),
        contextValue: request().contextValue,
      });
    expect(await begin('removed')).toMatchObject({ errors: [{ originalError: { code: 'FORBIDDEN' } }] });
    const allowed = (await begin('renamed')) as AsyncGenerator<object>;
    expect(await allowed.next()).toMatchObject({ value: { data: { renamed: { name: 'Ada' } } } });
  });

  it('has no subscription that cannot be guarded', () => {
    const unfinished = buildSchema('type Query { version: String } type Subscription { clock: String }');
    expect(() => guardSchema(unfinished, {})).toThrow('clock cannot be guarded.');
  });
});
