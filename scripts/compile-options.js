/**
 * Packages that few processes or requests need. Compiled code loads each when it first uses it, wherever the import
 * stands; together they would take about a third of the time and the memory of a start.
 */
const loadedOnUse = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  'better-sqlite3',
  'd3-shape',
  'fastest-levenshtein',
  'ioredis',
  'mysql2',
  'mysql2/promise',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'web-push',
  'yazl',
  // A class of ours that extends one of ioredis.
  '../redis/redis-connection',
  // Ours, for a service with a collector of traces.
  './open-telemetry',
];

exports.loadedOnUse = loadedOnUse;

/** How swc compiles TypeScript for build and tests. It does not check types; `npm run typecheck` does. */
exports.compileOptions = (parser) => ({
  jsc: {
    parser,
    target: 'es2022',
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs', lazy: loadedOnUse },
});

exports.typescript = { syntax: 'typescript', decorators: true };
