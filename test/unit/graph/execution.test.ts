import 'reflect-metadata';
import { execute, getIntrospectionQuery, parse, type GraphQLSchema } from 'graphql';
import { Operations } from '../../../src/platform/speed/execution/operations';
import { buildGraph } from '../../../src/graph/schema';
import { graphParts } from '../../../src/surfaces';
import { comparable, NoValue, ours, theirs } from '../../support/graph-execution';

const answerOf = (query: string, rootValue: object) => ours({ document: parse(query), rootValue });

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('below a null caused by an error, no further errors are reported', async () => {
  const afterwards = nextTurn().then(nextTurn);
  const leaf = {
    surely: () => Promise.reject(new NoValue('soon')),
    name: () => nextTurn().then(() => Promise.reject(new NoValue('late'))),
  };
  const branch = { name: () => afterwards.then(() => 'B') };
  const { data, errors } = await answerOf('{ leaf { surely name } branch { name } }', { leaf, branch });
  expect(data).toEqual({ leaf: null, branch: { name: 'B' } });
  expect(errors?.map(({ path }) => path)).toEqual([['leaf', 'surely']]);
});

test('an item that fails after its list has failed does no harm', async () => {
  const unheard = jest.fn();
  process.on('unhandledRejection', unheard);
  try {
    const branch = { sureLeaves: [Promise.reject(new NoValue('late')), null] };
    const { data, errors } = await answerOf('{ branch { name sureLeaves { name } } }', { branch });
    expect(data).toEqual({ branch: null });
    expect(errors).toHaveLength(1);
    await nextTurn();
    expect(unheard).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unheard);
  }
});

test('the result waits for everything started next to a failure', async () => {
  const ended = jest.fn();
  const leaf = { name: () => nextTurn().then(nextTurn).then(ended), surely: null };
  const { data } = await answerOf('{ leaf { name surely } }', { leaf });
  expect(data).toEqual({ leaf: null });
  expect(ended).toHaveBeenCalled();
});

test('the fields of a mutation run one after the other', async () => {
  const events: string[] = [];
  const note = async ({ text }: { text: string }) => {
    events.push(`${text} begins`);
    await nextTurn();
    events.push(`${text} ends`);
    if (text === 'b') throw new NoValue('b');
    return { name: text };
  };
  const { data, errors } = await answerOf(
    'mutation { a: note(text: "a") { name } b: note(text: "b") { name } c: note(text: "c") { name } }',
    { note },
  );
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(data).toEqual({ a: { name: 'a' }, b: null, c: { name: 'c' } });
  expect(errors?.map(({ path }) => path)).toEqual([['b']]);
});

test('any name can be a response key', async () => {
  const { data } = await answerOf(
    '{ __proto__: leaf { __proto__: name constructor: name toString: name } }',
    {
      leaf: { name: 'L' },
    },
  );
  expect(JSON.stringify(data)).toBe('{"__proto__":{"__proto__":"L","constructor":"L","toString":"L"}}');
});

test.each([
  ['a missing operation', 'query A { leaf { name } }', 'B', {}],
  ['several operations and no name', 'query A { leaf { name } } query B { leaf { name } }', undefined, {}],
  ['one of several operations', 'query A { leaf { name } } query B { leaf { count } }', 'B', {}],
  ['no operation', 'fragment F on Leaf { name }', undefined, {}],
  ['a variable of the wrong type', 'query ($n: Int!) { leaf { sum(a: $n) } }', undefined, { n: 'much' }],
  ['a variable that is missing', 'query ($n: Int!) { leaf { sum(a: $n) } }', undefined, {}],
  [
    'a null where a default would be',
    'query ($n: Int = 1) { leaf { name sum(a: $n) } }',
    undefined,
    { n: null },
  ],
  [
    'a null that decides',
    'query ($yes: Boolean = true) { leaf @skip(if: $yes) { name } }',
    undefined,
    { yes: null },
  ],
])('%s', async (_what, query, operationName, variables) => {
  const ask = {
    document: parse(query),
    operationName,
    variables,
    rootValue: { leaf: { name: 'L', count: 1 } },
  };
  const expected = comparable(await theirs(ask));
  expect(comparable(await ours(ask))).toEqual(expected);
});

test('a repeated operation selects what its conditions say each time', async () => {
  const document = parse(`query ($a: Boolean!, $b: Boolean = true, $n: Int!) {
    leaf @include(if: $a) { name @skip(if: $b) ...Rest @include(if: $b) }
  }
  fragment Rest on Leaf { sum(a: $n) }`);
  const rootValue = { leaf: { name: 'L' } };
  const choices = [true, false].flatMap((a) => [{ a }, { a, b: false }, { a, b: true }, { a, b: null }]);
  for (const [n, conditions] of [...choices, ...choices].entries()) {
    const ask = { document, variables: { ...conditions, n }, rootValue };
    expect(comparable(await ours(ask))).toEqual(comparable(await theirs(ask)));
  }
});

test('operations with more conditions than plans are kept stay right', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const fields = names.map((name) => `${name}: name @include(if: $${name})`).join(' ');
  const document = parse(
    `query (${names.map((name) => `$${name}: Boolean!`).join()}) { leaf { ${fields} } }`,
  );
  for (let chosen = 0; chosen < 64; chosen += 1) {
    const variables = Object.fromEntries(names.map((name, bit) => [name, (chosen & (1 << bit)) > 0]));
    const { data } = await ours({ document, variables, rootValue: { leaf: { name: 'L' } } });
    const wanted = Object.fromEntries(names.filter((name) => variables[name]).map((name) => [name, 'L']));
    expect(data).toEqual({ leaf: wanted });
  }
});

test('the whole schema of the product describes itself', async () => {
  const served: GraphQLSchema = buildGraph(graphParts).schema;
  const document = parse(getIntrospectionQuery());
  const found = await new Operations(served).execute({ document, context: {} });
  const expected = await execute({ schema: served, document, contextValue: {} });
  expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
});
