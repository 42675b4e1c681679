/**
 * The import rules. Imports run one way:
 * rest-compat -> src/graph -> resolvers -> src/care -> src/records -> src/identity -> src/platform
 */

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Puts the parts together, so it may import anything; only these files may import it. */
const composition =
  '^(src/(main|migrate|serve|app|api-document|areas|surfaces|services|persistence)\\.ts|src/demo/|src/commands/|scripts/)';

/** The wings of areas, from the bottom up. A wing must not import from one above it, including types. */
const wings = ['platform', 'identity', 'records', 'care'];
const above = (wing) => wings.slice(wings.indexOf(wing) + 1);

/**
 * All areas, from the bottom up, as `src/areas.ts` lists them: the order in which they are created is also the order in
 * which they know each other, so there are no cycles. Folders of the platform that have no
 * door stand below or above those that have one; `platform/composition`, which doors are made of, names the types that
 * they contribute and is outside this order.
 */
const foundation = [
  'telemetry',
  'speed',
  'workload',
  'redis',
  'rules',
  'validation',
  'write-behind',
  'database',
];
const serving = ['http', 'metrics'];
const index = readFileSync(join(__dirname, 'src', 'areas.ts'), 'utf8');
const doors = [...index.matchAll(/\.add\((\w+)\)/g)].map(
  ([, door]) => new RegExp(`\\{ ${door} \\} from '\\./(.+)/area'`).exec(index)[1],
);
const isPlatform = (folder) => folder.startsWith('platform/');
const areas = [
  ...foundation.map((folder) => `platform/${folder}`),
  ...doors.filter(isPlatform),
  ...serving.map((folder) => `platform/${folder}`),
  ...doors.filter((folder) => !isPlatform(folder)),
];

/** A folder of a wing whose areas hold people's data. */
const area = '^src/(identity|records|care)/([^/]+)/';

/**
 * Imports between areas other than services: locks taken within an area's own transaction, and shared vocabulary and
 * comparisons of clinics.
 */
const openFiles = [
  '^src/care/clinics/(lock-clinic|record-deletions|settings/patient-limits)\\.ts$',
  '^src/care/clinics/people/(clinician-fields|clinician-role)\\.ts$',
  '^src/care/patients/labels/label-names\\.ts$',
  '^src/care/patients/(lock-patient|patient-grouping|patient-permission|summary-fields)\\.ts$',
];

const generated = '^(schema|rest-compat/generated|client/src/generated)/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'nothing-imports-composition',
      comment: 'Only types of what is put together may be named below.',
      severity: 'error',
      from: { pathNot: [composition, '^test/'] },
      to: { path: composition, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rest-goes-through-the-graph',
      comment:
        'A route runs an operation of the graph. It knows no service, no entity, no table but those of record types.',
      severity: 'error',
      from: { path: '^rest-compat/' },
      to: {
        path: [area, '^src/platform/(database/|speed/plain-reads)', '^migrations/'],
        pathNot: [
          '^src/records/data/record-types/',
          '^src/records/data/legacy/(table|families/.*)\\.ts$',
          '^src/(identity|records|care)/.*-body\\.ts$',
          '^src/care/patients/summary-fields\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'graph-below-rest',
      severity: 'error',
      from: { path: '^src/', pathNot: composition },
      to: { path: '^rest-compat/' },
    },
    {
      name: 'graph-uses-services',
      comment: 'The graph and its resolvers leave storage to the services.',
      severity: 'error',
      from: { path: '^(src/graph|resolvers)/' },
      to: {
        path: ['^src/platform/(database/|speed/plain-reads)', '^migrations/', '\\.entity\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'resolvers-below-graph',
      severity: 'error',
      from: { path: '^resolvers/' },
      to: { path: '^(src/graph|rest-compat)/' },
    },
    {
      name: 'areas-below-resolvers',
      severity: 'error',
      from: { path: '^src/', pathNot: [composition, '^src/graph/'] },
      to: { path: '^(src/graph|resolvers)/' },
    },
    ...wings.map((wing) => ({
      name: `${wing}-below-what-stands-on-it`,
      comment: 'What a wing wants of one above it is an interface of its own, which that one fills in.',
      severity: 'error',
      from: { path: `^src/${wing}/` },
      to: {
        path: [
          ...above(wing).map((other) => `^src/${other}/`),
          '^src/(graph|request|maintenance|explorer|invitation-page|landing-page)/',
          composition,
        ],
      },
    })),
    {
      name: 'areas-meet-in-services',
      comment:
        'An area uses another through its service. The types that a service speaks of may be named, and pure functions on values used; bodies of requests are described and checked in the words of the table of record types.',
      severity: 'error',
      from: { path: area },
      to: {
        path: area,
        pathNot: [
          '^src/$1/$2/',
          '\\.service\\.ts$',
          '^src/records/data/record-types/',
          '^src/records/data/refusal\\.ts$',
          ...openFiles,
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...areas.slice(0, -1).map((folder, position) => ({
      name: `${folder.replace('/', '-')}-knows-only-areas-above-it-in-the-index`,
      comment:
        'Types included. What an area wants of one further down in `src/areas.ts` is an interface of its own, which that one fills in.',
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: `^src/(${areas.slice(position + 1).join('|')})/` },
    })),
    {
      name: 'database-at-the-bottom',
      severity: 'error',
      from: { path: '^src/platform/database/' },
      to: { path: '^src/platform/(?!(database|speed|telemetry|workload)/)[^/]+/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration must do the same forever, whatever becomes of the code around it.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^(src|resolvers|rest-compat)/', pathNot: '^src/platform/database/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'Applications install the client without the service.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^(src|resolvers|rest-compat|migrations|scripts|test)/' },
    },
    {
      name: 'service-without-client',
      severity: 'error',
      from: { path: '^(src|resolvers|rest-compat|migrations)/' },
      to: { path: '^(client/|@glycograph/client)' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [composition, '^test/', '^migrations/', '^client/src/', '\\.d\\.ts$', generated],
      },
      to: {},
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      // Packages used only for comparison, and those of the example, have a package file of their own.
      from: { pathNot: ['^test/bench/postgraphile/', '^scripts/build-dashboard\\.js$'] },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        // Declared, but the resolver of dependency-cruiser cannot look into them.
        pathNot: [
          '^@graphql-typed-document-node/core$',
          '^@graphiql/react$',
          '^keycloak-js$',
          '^@glycograph/client',
        ],
      },
    },
    {
      name: 'no-development-packages-at-run-time',
      severity: 'error',
      from: {
        path: '^(src|resolvers|rest-compat|migrations)/',
        pathNot: ['^src/(explorer|invitation-page)/browser/', generated],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'], pathNot: '/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
