import graphql from '@graphql-eslint/eslint-plugin';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const nodeGlobals = {
  __dirname: 'readonly',
  console: 'readonly',
  module: 'writable',
  process: 'readonly',
  require: 'readonly',
};

/** What happens before each test of a file is read with every one of them; what it builds is a function with a name. */
const shortSetUps = {
  meta: { messages: { long: 'A set-up has at most 10 lines. Move parts into functions or test/support.' } },
  create: (context) => ({
    'CallExpression[callee.name=/^(before|after)(All|Each)$/] > :function > BlockStatement'({ loc }) {
      if (loc.end.line - loc.start.line - 1 > 10) context.report({ loc, messageId: 'long' });
    },
  }),
};

/** House rules; each has a comment. Prettier handles the layout. */
const houseRules = {
  // `== null` covers both null and undefined.
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-console': 'error',
  // A file should be readable without much scrolling.
  'max-lines': ['error', 350],
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
  // No barrel files: imports name the file that declares the symbol.
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportAllDeclaration', message: 'Import from the file that declares it.' },
    { selector: 'ExportNamedDeclaration[source]', message: 'Import from the file that declares it.' },
  ],
};

/** Decorators record parameter types by name. For an interface, they record what has that name at run time. */
const namesOfNode = Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]\w+$/.test(name));
const importedUnderNamesOfNode = [
  'ImportSpecifier[importKind="type"]',
  'ImportDeclaration[importKind="type"] > *',
].map((imported) => ({
  selector: `${imported}[local.name=/^(${namesOfNode.join('|')})$/]`,
  message: 'Node has something of this name, which decorators would take for the type.',
}));

const typedRules = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  // An async method without await returns the promise that its interface requires.
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
};

const noFocusedTests = ['describe', 'it', 'test'].map((object) => ({
  object,
  property: 'only',
  message: 'It would leave out all other tests.',
}));

/** Rules for the published schema: all that are recommended, those of Relay, and more. */
const schemaRules = {
  ...graphql.configs['flat/schema-recommended'].rules,
  ...graphql.configs['flat/schema-relay'].rules,
  '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
  '@graphql-eslint/require-type-pattern-with-oneof': 'error',
  '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
  // Many lists are no connections: a record has a few segments, a clinic a limited number of tags. Some nodes of
  // connections are values, such as entries of the access log.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  // Values have no id. A test says which types are entities: `test/api/graph/node-types.test.ts`.
  '@graphql-eslint/strict-id-in-types': 'off',
  // `Clinic.clinicType` and `Food.foodAmount` have their names from the REST API, `Clinic.clinicians` is a word.
  '@graphql-eslint/no-typename-prefix': 'off',
};

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      'var/',
      'coverage/',
      'reports/',
      '.stryker-tmp/',
      'schema/*',
      '!schema/schema.graphql',
      'public/',
    ],
  },
  { files: ['**/*.{js,cjs,mjs,ts,tsx}'], extends: [js.configs.recommended], rules: houseRules },
  {
    files: ['schema/schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
    },
    rules: schemaRules,
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: typedRules,
  },
  { files: ['**/*.js', '**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: nodeGlobals } },
  {
    files: ['*.js', 'scripts/**', 'src/demo/**', 'test/bench/**', 'test/cost/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['resolvers/**'],
    rules: { 'no-restricted-syntax': [...houseRules['no-restricted-syntax'], ...importedUnderNamesOfNode] },
  },
  { files: ['examples/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  // Generated code is not meant to be read from top to bottom.
  {
    files: ['rest-compat/generated/**', 'client/src/generated/**', 'examples/*/src/generated/**'],
    rules: { 'max-lines': 'off', '@typescript-eslint/no-duplicate-type-constituents': 'off' },
    // The generator writes one, needed or not.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
  {
    files: ['test/**'],
    plugins: { house: { rules: { 'short-set-ups': shortSetUps } } },
    rules: {
      'house/short-set-ups': 'error',
      'no-restricted-properties': ['error', ...noFocusedTests],
      // Tests read responses untyped, as they come from the wire.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
