/** Compiles the client to `client/dist/` and adds the schema, from which applications generate the types of their operations. */
const { execFileSync } = require('node:child_process');
const { copyFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'client'], {
  cwd: root,
  stdio: 'inherit',
});
copyFileSync(join(root, 'schema/schema.graphql'), join(root, 'client/dist/schema.graphql'));
