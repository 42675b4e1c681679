// Preloaded into a server (`--require`): writes each statement of SQLite that looks at all rows of a table, or at all entries of an
// index, to the file named in PLAN_WATCH_FILE, as lines of JSON.
const { appendFileSync } = require('node:fs');
const Sqlite = require('better-sqlite3');

const { prepare } = Sqlite.prototype;
const known = new Set();

/** The table behind the name that a plan calls it by; undefined for results of subqueries. */
function findTable(database, sql, name) {
  const tables = prepare.call(database, "SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  if (tables.includes(name)) return name;
  const named = [...sql.matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)"?\s+(?:AS\s+)?"?(\w+)"?/gi)];
  return named.find(([, table, alias]) => alias === name && tables.includes(table))?.[1];
}

function watch(database, sql) {
  if (known.has(sql) || !/^\s*(SELECT|WITH|INSERT|REPLACE|UPDATE|DELETE)\b/i.test(sql)) return;
  known.add(sql);
  const values = Array(sql.split('?').length - 1).fill(null);
  const plan = prepare.call(database, `EXPLAIN QUERY PLAN ${sql}`).all(...values);
  const scanned = plan.flatMap(({ detail }) => {
    const table = findTable(database, sql, /^SCAN (\w+)/.exec(detail)?.[1]);
    return table === undefined ? [] : [table];
  });
  appendFileSync(process.env.PLAN_WATCH_FILE, `${JSON.stringify({ sql, scanned })}\n`);
}

Sqlite.prototype.prepare = function (sql, ...given) {
  const statement = prepare.call(this, sql, ...given);
  watch(this, sql);
  return statement;
};
