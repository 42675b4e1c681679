const { rmSync } = require('node:fs');
const { register } = require('@swc-node/register/register');
const { compileOptions, typescript } = require('./scripts/compile-options');

/** Loads a TypeScript module of this project while Jest itself still runs plain JavaScript. */
function requireTypeScript(path) {
  const unregister = register();
  try {
    return require(path);
  } finally {
    unregister();
  }
}

const { findBrowser, findDatabaseServer, whyNoGalera } = requireTypeScript(
  './test/support/installed-programs.ts',
);
const { findRedis } = requireTypeScript('./test/support/redis.ts');
const { openSmallDisk } = requireTypeScript('./test/support/small-disk.ts');
const { folderForUnwritable } = requireTypeScript('./test/support/unwritable.ts');

/** Packages that ship only ES modules. Jest runs CommonJS, so they are compiled like the project's own files. */
const esModulePackages = [
  'jose',
  'openid-client',
  'oauth4webapi',
  'oidc-client-ts',
  'jwt-decode',
  'd3-shape',
  'd3-path',
  'd3-array',
  'd3-format',
  'd3-time',
  'd3-time-format',
  'internmap',
  'reductio',
];

const compile = (parser) => ['@swc/jest', compileOptions(parser)];

const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: {
    '\\.ts$': compile(typescript),
    '\\.m?js$': compile({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModulePackages.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker-tmp/'],
};

/** Jest does not replace `<rootDir>` in the patterns of `transform`. */
const ofTheService = `^${__dirname.replace(/\W/g, '\\$&')}/(src|resolvers|rest-compat|migrations)/.*\\.ts$`;

const tests = (folder) => `<rootDir>/test/${folder}/**/*.test.ts`;

/** Tests that share one server process, which runs as long as the project's tests do. */
const againstServer = (name, dialect, folders) => ({
  ...shared,
  testEnvironment: '<rootDir>/test/support/shared-modules/environment.js',
  transform: {
    [ofTheService]: '<rootDir>/test/support/shared-modules/transformer.js',
    ...shared.transform,
  },
  displayName: name,
  testMatch: folders.map(tests),
  globals: { serverName: name, dialect },
  globalSetup: `<rootDir>/test/support/${name}.setup.ts`,
  globalTeardown: `<rootDir>/test/support/${name}.teardown.ts`,
});

/**
 * Tests of what does not depend on the kind of database, such as pages, HTTP, connections, commands, the demo and who may call
 * what; only the sqlite project runs them.
 */
const withoutDatabase = [
  'general/(demo-clinic|demo-questions|described-answers|mail-preview|openapi|pages)',
  'graph/(document-limits|introspection|limit-borders|limits|permissions|plugins)',
  'http/(answers|bodies|broken-text|client-routes|content-encoding|cross-origin|graphql-over-http|query-findings|trace|unread-bodies|unreadable-requests)',
  'identity/administration/(command-line|commands)',
  'identity/token-service/(built-in-clients|cross-origin|foreign-clients|legal-links|secure-cookies)',
  'permissions/matrix',
  'subscriptions/(server-sent-events|token-lifetimes|web-socket)',
].map((files) => `<rootDir>/test/api/${files}\\.test\\.ts$`);

/**
 * Tests whose statements the two kinds of database could understand differently: lists, filters, sums, locks, deletions,
 * unique keys, moves between accounts. `npm test` runs these on MySQL; what the others ask of it, these ask as well.
 * `TEST_ALL=true npm test` runs all, and so does a run of chosen tests.
 */
const onMySql = [
  'clients/(desktop-uploader|phone-uploader|platform-client)',
  'api/care/alerts/(configuring|delivering|evaluating)',
  'api/care/clinic-(invitations|merging|migrations)/.*',
  'api/care/clinics/(at-once|clinicians|clinicians-at-once|clinics|membership|rows-of-clinics|settings|versions|waiting-mails)',
  'api/care/ehr/(background|matching|order-history|scheduled-reports|syncing|xealth-orders)',
  'api/care/messages/(access|lists|sending)',
  'api/care/patients/(account-changes|bringing-along|changing-patients|clinic-statistics|connection-requests)',
  'api/care/patients/(creating-patients|last-upload-filter|leaving|patient-count|patient-list|patient-list-figures)',
  'api/care/patients/(patient-list-of-graph|patient-pages|share-filters|site-changes|tags-and-sites)',
  'api/care/prescriptions/(claiming|in-the-graph|lists|merging)',
  'api/care/summaries/(background|clinics|freshness|glucose-profile|glucose-statistics|realtime-report|same-result|summaries)',
  'api/care/summaries/uncalculated-summaries',
  'api/care/tide/.*',
  'api/graph/(changing-lists|cost-budget|getting|list-pages|long-ids|nodes)',
  'api/identity/administration/(clinics-and-mails|graph)',
  'api/identity/audit/(access-log|clinic-access|patients-of-clinics)',
  'api/identity/auth/(delete-user|deleting-under-load|list-users|sign-up|token-pairs|update-user|what-deletion-leaves)',
  'api/identity/confirmations/(address-changes|claim|claims-at-once|mails-by-account|password-reset)',
  'api/identity/confirmations/(requested-mails|sign-up-confirmation)',
  'api/identity/confirmations/invitations/(answering|graph|limits|sending)',
  'api/identity/consents/(effects|granting)',
  'api/identity/metadata/(merging|metadata|names|relations)',
  'api/identity/restricted-tokens/(restricted-tokens|using-restricted-tokens)',
  'api/identity/sharing/(access|custodian|graph|related-users)',
  'api/identity/token-service/(code-grant|consent-at-once|guesses|log-out|provider-log-in|records-launch|refresh|token-exchange)',
  'api/platform/.*',
  'api/records/blobs/(creating|reading)',
  'api/records/data-sources/(connecting-providers|creating-data-sources|forgetting-accounts|importing|provider-sessions)',
  'api/records/data/(closing-data-sets|creating-data-sets|deleting-data-sets|deleting-records|dropping-by-hash)',
  'api/records/data/(graph-changing|graph-reading|latest-records|legacy/simultaneous|legacy/storing|listing-data-sets)',
  'api/records/data/(orders|reading|reading-filters|repeated-requests|replacing-by-origin|simultaneous-changes|uploading)',
  'api/records/(device-logs|device-tokens)/.*',
  'api/records/exports/(every-type|list-of-exports|requested-exports)',
  'api/records/metrics/recording',
  'api/subscriptions/(data|messages|resuming|shares|summaries)',
].map((files) => `/test/${files}\\.test\\.ts$`);

/** Arguments that choose tests. */
const choices = ['--selectProjects', '--testPathPatterns', '--runTestsByPath'];
const isPattern = (argument, index, all) => !argument.startsWith('-') && !all[index - 1]?.startsWith('--');
const isChoice = (argument, ...place) =>
  choices.includes(argument.split('=')[0]) || isPattern(argument, ...place);

function mySqlTests() {
  const { testMatch, ...project } = againstServer('mysql', 'mysql', ['api', 'clients']);
  if (process.env.TEST_ALL || process.argv.slice(2).some(isChoice))
    return { ...project, testMatch, testPathIgnorePatterns: withoutDatabase };
  return { ...project, testRegex: onMySql };
}

const projects = [
  { ...shared, displayName: 'unit', testMatch: [tests('unit')] },
  againstServer('sqlite', 'sqlite', ['api', 'clients']),
  mySqlTests(),
  againstServer('browser', 'sqlite', ['browser']),
  {
    ...shared,
    displayName: 'faults',
    testMatch: ['faults', 'simulation', 'generated'].map(tests),
    globalSetup: '<rootDir>/test/support/faults.setup.ts',
    setupFilesAfterEnv: ['<rootDir>/test/support/stop-started-servers.ts'],
  },
];

/** Why a project cannot run on this machine. */
const leftOut = new Map();
if (!process.env.TEST_DATABASE_URL && !findDatabaseServer()) {
  leftOut.set('mysql', 'TEST_DATABASE_URL is not set, and no mariadbd or mysqld is installed');
}
if (!findBrowser()) leftOut.set('browser', 'no Chromium or Chrome is installed');
for (const [name, reason] of leftOut) console.error(`The tests of "${name}" are left out: ${reason}.`);
if (whyNoGalera()) console.error(`The tests on a cluster are left out: ${whyNoGalera()}.`);
if (!findRedis()) console.error('The tests with Redis are left out: no redis-server is installed.');
if (process.getuid?.() === 0)
  console.error('The test of a file that the process may not read is left out: root may read every file.');
// Root in a container may lack the capabilities for either.
const disk = openSmallDisk(1);
disk?.close();
if (!disk) console.error('The tests of full and read-only disks are left out: this user may not mount.');
const folder = folderForUnwritable();
if (folder) rmSync(folder, { recursive: true });
else console.error('The tests of unwritable files are left out: this user may not use chattr.');

module.exports = {
  projects: projects.filter(({ displayName }) => !leftOut.has(displayName)),
  // One more than two cores, because some tests wait for background work of a service.
  maxWorkers: 3,
  // A worker keeps most of what its test files have loaded; it is restarted before it fills the memory.
  workerIdleMemoryLimit: '1500MB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // Ends a test that hangs; it is not a performance limit. Jest ignores it within a project.
  testTimeout: 300_000,
};
