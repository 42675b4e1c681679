/** How swc compiles TypeScript for build and tests. It does not check types; `npm run typecheck` does. */
exports.compileOptions = (parser) => ({
  jsc: {
    parser,
    target: 'es2022',
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs' },
});

exports.typescript = { syntax: 'typescript', decorators: true };
