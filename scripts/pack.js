/**
 * Packs the compiled service and the packages that it loads at its start into one file, because reading three thousand
 * files takes most of a start. Each program that package.json names stays where it is, and runs from the pack.
 *
 * Plain JavaScript, because it runs before anything is compiled.
 */
const { existsSync } = require('node:fs');
const { readFile, writeFile } = require('node:fs/promises');
const { dirname, join, relative, sep } = require('node:path');
const { build } = require('esbuild');
const { bin, scripts } = require('../package.json');
const { loadedOnUse } = require('./compile-options');

/** Not packed: the flags of V8 and the cache of compiled code must be set before the pack is read. */
const loadedFirst = ['src/require-node', 'src/platform/speed/start-fast'];
const unpacked = [...loadedFirst, 'src/platform/speed/v8-flags'];

/** Not packed: a package with native code, and one that is optional. */
const packagesOutside = ['@node-rs/argon2', 'class-validator'];

/** The programs of the package that a build contains, such as `src/main`, relative to the folder of compiled files. */
function findPrograms(output) {
  const named = [...Object.values(bin), ...Object.values(scripts)].join('\n');
  const files = named.matchAll(new RegExp(`${output}/(src/[\\w/-]+)\\.js`, 'g'));
  const programs = new Set([...files].map(([, program]) => program));
  return [...programs].filter((program) => existsSync(join(output, `${program}.js`)));
}

/** Lets packed files find others relative to their own places. */
const inPlace = (folder) => ({
  name: 'in-place',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = relative(folder, join(resolveDir, path)).split(sep).join('/');
      return unpacked.includes(file) ? { path: `./${file}.js`, external: true } : undefined;
    });
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (path.split(sep).includes('node_modules')) return undefined;
      const contents = await readFile(path, 'utf8');
      const place = relative(folder, path).split(sep).join('/');
      return {
        contents: contents
          .replace(/\b__dirname\b/g, `require("node:path").join(__dirname, "${dirname(place)}")`)
          .replace(/\b__filename\b/g, `require("node:path").join(__dirname, "${place}")`),
      };
    });
  },
});

/**
 * Apollo hashes with Node.js only where `module.require` exists, which it does not in a pack, and otherwise with a package that
 * is not installed.
 */
const hashByNode = {
  name: 'hash-by-node',
  setup({ onLoad }) {
    onLoad({ filter: /utils\.createhash[\\/]dist[\\/]index\.js$/ }, () => ({
      contents: 'exports.createHash = (kind) => require("node:crypto").createHash(kind);',
    }));
  },
};

/**
 * Apollo describes each request to its gateway by an object literal with accessors, which V8 gives a hidden class of its own: all
 * that the request has loaded would stay in memory until the next major collection. `docs/speed-tricks.md` tells what that cost.
 * Our gateway, the executor, does not use them.
 */
const withoutAccessors = {
  name: 'without-accessors',
  setup({ onLoad }) {
    onLoad({ filter: /makeGatewayGraphQLRequestContext\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(/\bget status\(\) \{[^}]*\},\s*set status\(\w+\) \{[^}]*\},/, '');
      if (contents === text) throw new Error('Apollo describes requests in another way than expected.');
      return { contents };
    });
  },
};

/**
 * The middleware of Apollo takes the query out of a URL with a function of Node.js that is deprecated. Node.js warns of it where code
 * is not in `node_modules`: the first query would put a warning of security holes into the log of each operator.
 */
const withoutDeprecatedParse = {
  name: 'without-deprecated-parse',
  setup({ onLoad }) {
    onLoad({ filter: /integrations[\\/]express5[\\/]dist[\\/]cjs[\\/]index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(
        "(0, url_1.parse)(req.url).search ?? ''",
        "req.url.replace(/^[^?]*/, '')",
      );
      if (contents === text)
        throw new Error('Apollo takes queries out of URLs in another way than expected.');
      return { contents };
    });
  },
};

/** Leaves out what TypeORM loads for databases that this service does not use. */
const withoutOtherDatabases = {
  name: 'without-other-databases',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/[\w-]+\/\w+Driver$/ }, ({ path, importer }) => {
      const isOther = !/\/(mysql|better-sqlite3)\//.test(path);
      const isAsked = importer.endsWith(join('typeorm', 'driver', 'DriverFactory.js'));
      return isAsked && isOther ? { path, namespace: 'left-out' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: '' }));
  },
};

/**
 * Escapes all but ASCII, which esbuild leaves in patterns and templates: with a single letter beyond Latin-1, V8 keeps each of
 * eleven million characters in two bytes.
 */
const toAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As esbuild spells it: gives a function or class the name that it has in its source. */
const nameHelper = '__name=(target,value)=>__defProp(target,"name",{value,configurable:!0})';

/**
 * Names every class, but functions only while programs load: they have names in stack traces then, and those that a
 * request creates cost nothing.
 */
function nameFunctionsOnce(text) {
  if (!text.includes('__name(')) return `var namesFunctions;${text}`;
  if (!text.includes(nameHelper)) throw new Error('esbuild names functions in another way than expected.');
  return text
    .replace(
      nameHelper,
      () => `namesFunctions=!0,__nameClass${nameHelper.slice('__name'.length)},${onlyAtFirst}`,
    )
    .replaceAll('static{__name(this,', 'static{__nameClass(this,');
}

/** Runs a program of the pack. */
const run = 'exports.run = (name) => {\n  programs[name]();\n  namesFunctions = false;\n};\n';

const onlyAtFirst = '__name=(target,value)=>namesFunctions?__nameClass(target,value):target';

/** The text of a program that runs from the pack. */
async function startFromPack(file, program, folder) {
  const [first] = (await readFile(file, 'utf8')).split('\n');
  const up = relative(dirname(file), folder).split(sep).join('/');
  return [
    ...(first.startsWith('#!') ? [first] : []),
    ...loadedFirst.map((target) => `require('${up}/${target}.js');`),
    `require('${up}/pack.js').run('${program}');`,
    '',
  ].join('\n');
}

/** Packs all programs of a build. */
exports.pack = async function pack(output) {
  const folder = join(process.cwd(), output);
  const programs = findPrograms(output);
  const cases = programs.map(
    (program) => `${JSON.stringify(program)}: () => require(${JSON.stringify(`./${program}.js`)})`,
  );
  await build({
    stdin: {
      contents: `const programs = {\n${cases.join(',\n')}\n};\n${run}`,
      resolveDir: folder,
      sourcefile: 'programs.js',
    },
    outfile: join(folder, 'pack.js'),
    bundle: true,
    platform: 'node',
    target: 'node22',
    // Short lines keep the places in stack traces useful; names of classes stay, because entities and types are known
    // by them.
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    legalComments: 'none',
    logLevel: 'error',
    external: [...loadedOnUse.filter((name) => !name.startsWith('.')), ...packagesOutside],
    plugins: [hashByNode, withoutAccessors, withoutDeprecatedParse, withoutOtherDatabases, inPlace(folder)],
  });
  const packed = join(folder, 'pack.js');
  await writeFile(packed, toAscii(nameFunctionsOnce(await readFile(packed, 'utf8'))));
  for (const program of programs) {
    const file = join(folder, `${program}.js`);
    await writeFile(file, await startFromPack(file, program, folder));
  }
};
