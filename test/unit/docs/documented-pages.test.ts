import 'reflect-metadata';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  isEnumType,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { settingNames } from '../../../src/platform/config';
import { routes } from '../../../src/surfaces';
import {
  commandLines,
  readPages,
  resolveLink,
  type CodeBlock,
  type DocumentedPage,
} from '../../support/documented-pages';

const pages = readPages();
const everyPage = [...pages.values()].map((page) => [page.path, page] as const);
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const blocksIn = ({ blocks }: DocumentedPage, ...languages: string[]): CodeBlock[] =>
  blocks.filter(({ language }) => languages.includes(language));

/** Blocks of commands; many name no language. */
const commandBlocks = (page: DocumentedPage) => blocksIn(page, '', 'sh', 'bash', 'console');

/** All code of a page: blocks, and what is in code font in the text. */
const readCode = (page: DocumentedPage): string[] => [
  ...commandBlocks(page).flatMap(commandLines),
  ...page.codeSpans,
];

/** The findings of a page, each with the words that it is about. */
const expectNone = (findings: readonly string[]) => expect([...new Set(findings)]).toEqual([]);

describe.each(everyPage)('%s', (path, page) => {
  it('has operations that fit the schema and ask for nothing deprecated', () => {
    const fragments = ['common', 'records', 'settings'].map((name) =>
      readFileSync(`client/operations/${name}.fragments.graphql`, 'utf8'),
    );
    const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
    const findings = blocksIn(page, 'graphql').flatMap(({ text, line }) => {
      // Fragments of the client are at hand, unless the block has its own of that name.
      const isUsed = fragments.some((fragment) =>
        [...fragment.matchAll(/^fragment (\w+)/gm)].some(([, name]) => text.includes(`...${name}`)),
      );
      const document = parse(isUsed ? [text, ...fragments].join('\n') : text);
      return validate(schema, document, [...rules, NoDeprecatedCustomRule]).map(
        ({ message }) => `${path}:${line}: ${message}`,
      );
    });
    expectNone(findings);
  });

  it('has JSON that can be read', () => {
    const findings = blocksIn(page, 'json').flatMap(({ text, line }) => {
      try {
        JSON.parse(text.replace(/^\/\/ \S+\n/, ''));
        return [];
      } catch (error) {
        return [`${path}:${line}: ${(error as Error).message}`];
      }
    });
    expectNone(findings);
  });

  it('has links that lead to files and headings', () => {
    const findings = page.links.filter((link) => {
      const { file, anchor } = resolveLink(page, link);
      return !existsSync(file) || (anchor !== '' && !pages.get(file)?.anchors.has(anchor));
    });
    expectNone(findings);
  });

  it('names files that exist', () => {
    expectNone(
      page.codeSpans.filter(
        (code) => isPath.test(code) && !existsSync(code) && !existsSync(join(path, '..', code)),
      ),
    );
  });

  it('has commands that exist', () => {
    expectNone(readCode(page).flatMap((code) => [...unknownScripts(code), ...unknownCommands(code)]));
  });

  it('names settings that exist', () => {
    const inText = page.codeSpans.flatMap(
      (code) => /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=\S*)?$/.exec(code)?.[1] ?? [],
    );
    const inCommands = commandBlocks(page)
      .flatMap(commandLines)
      .flatMap((line) => [...line.matchAll(/(?:^|\s)([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)=\S/g)])
      .map(([, name = '']) => name);
    expectNone([...inText, ...inCommands].filter((name) => !knownNames.has(name)));
  });

  it('calls routes that exist', () => {
    const inText = page.codeSpans.flatMap((code) => {
      const [, method = '', target = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)/.exec(code) ?? [];
      return target === '' ? [] : [{ method, target }];
    });
    const inCommands = commandBlocks(page).flatMap(commandLines).flatMap(calledRoute);
    const unknown = [...inText, ...inCommands].filter(({ method, target }) => !isRoute(method, target));
    expectNone(unknown.map(({ method, target }) => `${method} ${target}`));
  });
});

/** A file or folder of this repository, without a part that stands for many. */
const isPath =
  /^(src|resolvers|rest-compat|migrations|test|scripts|docs|client|examples|docker|schema|public)\/[\w./-]+$/;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const scriptsOfDashboard = (
  JSON.parse(readFileSync('examples/dashboard/package.json', 'utf8')) as { scripts: Record<string, string> }
).scripts;

const unknownScripts = (code: string): string[] =>
  [...code.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g)]
    .map(([, run, short]) => run ?? short ?? '')
    .filter((name) => !(name in scripts) && !(name in scriptsOfDashboard))
    .map((name) => `npm run ${name}`);

/** The words of all commands of operators, from their tables: the program only loads once it is built. */
const commands = globSync('src/commands/administration/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {4}name: '([a-z -]+)',$/gm)].map(([, name = '']) => name),
);

/** Command lines of operators whose words are no command. */
const unknownCommands = (code: string): string[] =>
  [...code.matchAll(/(?:^|npx |\$ )glycograph ((?:[a-z-]+ ?)+)/g)]
    .map(([, words = '']) => words.trim())
    .filter((words) => !words.startsWith('-'))
    .filter(
      (words) => !commands.some((name) => `${words} `.startsWith(`${name} `) || name.startsWith(`${words} `)),
    )
    .map((words) => `glycograph ${words}`);

const enumValues = new Set(
  Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map(({ name }) => name)),
);

/** Names in the form of a setting that are none. */
const otherNames: Record<string, string[]> = {
  'of Node.js': ['NODE_ENV', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'],
  'of OpenTelemetry': [
    ...['OTEL_SDK_DISABLED', 'OTEL_TRACES_EXPORTER', 'OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES'],
    ...['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_SPAN_LINK_COUNT_LIMIT'],
    ...['OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT', 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT'],
  ],
  'of the object store': ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  'of tests and benchmarks': ['TEST_DATABASE_URL', 'TEST_ALL', 'TEST_FORM', 'POSTGRES_URL', 'CI'],
  'of the build of the dashboard': ['VITE_GLYCOGRAPH_URL', 'VITE_CLIENT_ID'],
  'words of SQL': ['JSON_ARRAYAGG', 'AUTO_INCREMENT', 'GET_LOCK'],
  'codes of figures for electronic health records': [
    ...[
      'ACTIVE_WEAR_TIME_CGM',
      'HOURS_WITH_DATA_CGM',
      'CHECK_RATE_READINGS_DAY_SMBG',
      'MIN_SMBG',
      'MAX_SMBG',
    ],
    ...[
      'READINGS_BELOW_RANGE_VERY_LOW_SMBG',
      'READINGS_ABOVE_RANGE_VERY_HIGH_SMBG',
      'TOTAL_READING_COUNT_SMBG',
    ],
  ],
};

/** Codes of errors, which the code has in quotes or as the keys of a table. */
const errorCodes = new Set(
  globSync('src/{platform/errors,graph/**/*}.ts').flatMap(
    (file) => readFileSync(file, 'utf8').match(/\b[A-Z]+(?:_[A-Z]+)+(?=['`:])/g) ?? [],
  ),
);

const knownNames = new Set([
  ...settingNames,
  ...enumValues,
  ...errorCodes,
  ...Object.values(otherNames).flat(),
]);

/** Addresses that no row of `rest-compat` answers, and what does. */
const otherRoutes: Record<string, string> = {
  'POST /graphql': 'the graph',
  'OPTIONS /graphql': 'the graph',
  'OPTIONS /realms/glycograph/protocol/openid-connect/token': 'the token service',
  'GET /realms/{realm}/broker/{alias}/link': 'the token service',
  'GET /healthz': 'src/platform/health/health.ts',
  'GET /readyz': 'src/platform/health/health.ts',
};

function calledRoute(line: string): { method: string; target: string }[] {
  if (!line.startsWith('curl ')) return [];
  const [, target = ''] = /https?:\/\/localhost:8080(\/[^\s"'?]*)/.exec(line) ?? [];
  if (target === '') return [];
  const [, given] = /(?:-X|--request) ([A-Z]+)/.exec(line) ?? [];
  return [{ method: given ?? (/ (-d|--data)/.test(line) ? 'POST' : 'GET'), target }];
}

const routePaths = routes.flatMap(({ method, path }) =>
  [path].flat().map((each) => ({ method, path: each })),
);

/** Whether a row has the method and the path, with any value in place of its parameters. */
function isRoute(method: string, target: string): boolean {
  const path = target.replace(/\?.*$/, '');
  if (Object.hasOwn(otherRoutes, `${method} ${path}`)) return true;
  const segments = path.split('/').slice(1);
  return routePaths.some((route) => {
    const parts = route.path.split('/').slice(1);
    return (
      route.method === method &&
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith('{') || part === segments[index])
    );
  });
}

it('every setting is in docs/settings.md, and nothing else', () => {
  const lines = readFileSync('docs/settings.md', 'utf8').matchAll(/^- ((?:`[A-Z\d_]+`(?:, )?)+)/gm);
  const documented = [...lines].flatMap(([, names = '']) => names.match(/[A-Z\d_]+/g) ?? []);
  expect(documented.toSorted()).toEqual([...settingNames].sort());
});

it('every exception is one that a page needs', () => {
  const texts = [...pages.keys()].map((path) => readFileSync(path, 'utf8')).join('\n');
  const needed = (name: string) => new RegExp(`\\b${name}\\b`).test(texts);
  expect(
    Object.values(otherNames)
      .flat()
      .filter((name) => !needed(name)),
  ).toEqual([]);
  const paths = Object.keys(otherRoutes).map((route) => route.split(' ')[1] ?? '');
  expect(paths.filter((path) => !texts.includes(path))).toEqual([]);
});

it('the pages are taken apart: there is something to check of every kind', () => {
  const all = [...pages.values()];
  const count = (of: (page: DocumentedPage) => readonly unknown[]) => all.flatMap(of).length;
  expect(all.length).toBeGreaterThan(40);
  expect(count((page) => blocksIn(page, 'graphql'))).toBeGreaterThan(30);
  expect(count((page) => blocksIn(page, 'json'))).toBeGreaterThan(10);
  expect(count(({ links }) => links)).toBeGreaterThan(200);
  expect(count((page) => commandBlocks(page).flatMap(commandLines).flatMap(calledRoute))).toBeGreaterThan(8);
  expect(commands.length).toBeGreaterThan(30);
});
