import fc from 'fast-check';

const names = [
  'a',
  'me',
  'id',
  'user',
  'serverTime',
  'clinic',
  'name',
  'fields',
  'types',
  'type',
  'ofType',
  'description',
];
const metaNames = [
  '__schema',
  '__typename',
  '__type',
  'queryType',
  'possibleTypes',
  'enumValues',
  'args',
  'directives',
];
const typeNames = ['User', 'Query', '__Type', '__Schema', '__Field', 'Clinic', 'Nothing'];

const name = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(...metaNames),
  fc.stringMatching(/^[a-z]{1,40}$/),
);

/** Maximum nesting; larger documents would test nothing more. */
const longestRepeated = 10_000;

const repeated = (text: string, count: number): string =>
  text.length * count > longestRepeated ? text : Array(count).fill(text).join(' ');

/** Field selections for a long response: aliases, repetitions, different nested fields. */
const { selections } = fc.letrec<{ selections: string; field: string; spread: string; deep: string }>(
  (tie) => ({
    selections: fc
      .array(fc.oneof({ depthSize: 'small' }, tie('field'), tie('spread'), tie('deep')), {
        minLength: 1,
        maxLength: 6,
      })
      .chain((parts) => fc.constantFrom(1, 1, 1, 3, 40).map((count) => repeated(parts.join(' '), count))),
    field: fc
      .tuple(
        fc.option(fc.constantFrom('__typename', 'name', 'b', 'c')),
        name,
        fc.constantFrom('', '', '@skip(if: false)', '@a'),
      )
      .map(([alias, field, directive]) => `${alias ? `${alias}: ` : ''}${field} ${directive}`),
    spread: fc.oneof(
      fc.constantFrom('...F0', '...F1', '...F2', '...F9'),
      fc
        .tuple(fc.constantFrom(...typeNames), tie('selections'))
        .map(([type, inner]) => `... on ${type} { ${inner} }`),
    ),
    deep: fc
      .tuple(
        fc.option(fc.constantFrom('__typename', 'x', 'y')),
        name,
        fc.constantFrom('', '', '(id: "1")', '(name: "Query")', '(first: 1000)'),
        tie('selections'),
      )
      .map(([alias, field, given, inner]) => `${alias ? `${alias}: ` : ''}${field}${given} { ${inner} }`),
  }),
);

/** Valid operations that request a lot of what everyone may read. */
const aboutSchema = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        'name',
        'description',
        'kind',
        'fields { name description }',
        'fields { name type { name fields { name } } }',
        'possibleTypes { name description }',
        'enumValues { name description }',
        'inputFields { name description }',
        'ofType { name }',
        'interfaces { name }',
      ),
      { minLength: 1, maxLength: 6 },
    ),
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom(
      '__schema { types',
      '__type(name: "Query")',
      '__type(name: "Datum")',
      '__schema { queryType',
      '__schema { directives { args { type',
    ),
    fc.boolean(),
  )
  .map(([parts, count, root, isSpread]) => {
    const closing = '}'.repeat((root.match(/\{/g) ?? []).length);
    const inner = isSpread ? '...T' : parts.join(' ');
    const all = Array.from({ length: count }, (_, index) => `s${index}: ${root} { ${inner} } ${closing}`);
    return `{ ${all.join(' ')} }${isSpread ? ` fragment T on __Type { ${parts.join(' ')} }` : ''}`;
  });

/** Operations that every validation rule refuses, many times. */
const refusals = fc
  .tuple(
    fc.constantFrom(
      'me { id }',
      'user(id: "1") { id }',
      'clinics { edges { node { id } } }',
      'metadataCollections',
      'nothing',
    ),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(
    ([field, count]) => `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')} }`,
  );

const fragments = fc
  .tuple(selections, selections, selections)
  .map((inner) => inner.map((text, index) => `fragment F${index} on Query { ${text} }`).join(' '));

const composed = fc
  .tuple(
    fc.constantFrom('', 'query Q', 'query ($v: ID!)', 'mutation', 'subscription'),
    selections,
    fc.option(fragments),
  )
  .map(([operation, inner, below]) => `${operation} { ${inner} } ${below ?? ''}`);

const noise = fc
  .tuple(
    fc.constantFrom('{', '[', '(', '{a', '...', '"', '"""', '#\n', '@a', '$a', '{a(b:[', '&', '\u0000'),
    fc.integer({ min: 1, max: 5_000 }),
  )
  .map(([piece, count]) => piece.repeat(count));

/** Documents of a hostile client: valid ones, invalid ones, and noise. */
export const nastyDocuments: fc.Arbitrary<string> = fc
  .oneof(composed, aboutSchema, refusals, noise)
  .map((document) => document.slice(0, 30_000));
