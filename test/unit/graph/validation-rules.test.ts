import 'reflect-metadata';
import { buildSchema, parse, validate } from 'graphql';
import { validationOptions, validationRules } from '../../../src/graph/limits/validation-rules';
import type { Config } from '../../../src/platform/config';
import { refusals } from '../../../src/platform/telemetry/measures';

const schema = buildSchema(`
  type Person { id: ID, logIn: String, friend: Person }
  type Query { me: Person, logIn: String }
  type Mutation { logIn: Person, createUser: Person, rename: Person }
`);

const config = { GRAPH_MAX_DEPTH: 4, GRAPH_MAX_ALIASES: 3, GRAPH_SUGGESTIONS: true } as Config;

const check = (text: string) =>
  validate(schema, parse(text), validationRules(config), validationOptions(config));
const messages = (text: string) => check(text).map(({ message }) => message);

describe('log-ins and sign-ups', () => {
  const refusal = 'Only one log-in or sign-up fits into a request.';

  it('come one in a request, next to other changes', () => {
    expect(messages('mutation { logIn { id } a: rename { id } b: rename { id } }')).toEqual([]);
    expect(messages('mutation { createUser { id } }')).toEqual([]);
  });

  it.each([
    ['two', 'mutation { a: logIn { id } logIn { id } }'],
    ['two of different kinds', 'mutation { logIn { id } createUser { id } }'],
    ['two in a fragment', 'mutation { ...F } fragment F on Mutation { logIn { id } b: logIn { id } }'],
  ])('are refused if they are %s, at the second one', (_what, text) => {
    const errors = check(text);
    expect(errors.map(({ message }) => message)).toEqual([refusal]);
    const [second] = errors.flatMap(({ locations = [] }) => locations);
    expect(text.slice((second?.column ?? 0) - 1)).toMatch(/^(logIn|createUser|b: logIn) { id } }$/);
  });

  it('are mutations, not fields of the same name', () => {
    expect(messages('{ logIn me { logIn friend { logIn } } }')).toEqual([]);
  });
});

describe('nesting and aliases', () => {
  const refused = async (limit: string) =>
    (await refusals.get()).values.find(({ labels }) => labels.limit === limit)?.value ?? 0;

  it.each([
    [
      'depth',
      '{ me { friend { friend { id } } } }',
      '{ me { friend { friend { friend { id } } } } }',
      /deeper than 4/,
    ],
    [
      'aliases',
      '{ a: me { id } b: me { c: id } }',
      '{ a: me { id } b: me { c: id d: id } }',
      /more than 3 aliases/,
    ],
    [
      'aliases',
      '{ __typename: me { id } b: me { __typename } }',
      '{ a: __typename b: __typename c: __typename __typename: me { id } }',
      /more than 3 aliases/,
    ],
  ])('are limited: %s', async (limit, allowed, beyond, message) => {
    const before = await refused(limit);
    expect(messages(allowed)).toEqual([]);
    const [error] = check(beyond);
    expect(error?.message).toMatch(message);
    expect(error?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
    expect(await refused(limit)).toBeGreaterThan(before);
  });

  it('leave introspection to the limit of its result', () => {
    expect(
      messages('{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }'),
    ).toEqual([]);
  });
});

it('names are suggested where the settings say so', () => {
  expect(validationOptions(config)).toEqual({ maxErrors: 10, hideSuggestions: false });
  expect(validationOptions({ ...config, GRAPH_SUGGESTIONS: false }).hideSuggestions).toBe(true);
});
