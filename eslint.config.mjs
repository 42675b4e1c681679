import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const nodeGlobals = {
  __dirname: 'readonly',
  console: 'readonly',
  module: 'writable',
  process: 'readonly',
  require: 'readonly',
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

export default defineConfig(
  { ignores: ['dist/', 'var/', 'coverage/', 'reports/', '.stryker-tmp/', 'schema/', 'public/'] },
  js.configs.recommended,
  { rules: houseRules },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: typedRules,
  },
  { files: ['**/*.js', '**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: nodeGlobals } },
  {
    files: ['*.js', 'scripts/**', 'src/demo/**', 'test/bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['resolvers/**'],
    rules: { 'no-restricted-syntax': [...houseRules['no-restricted-syntax'], ...importedUnderNamesOfNode] },
  },
  // Generated code is not meant to be read from top to bottom.
  { files: ['rest-compat/generated/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**'],
    rules: {
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
