import { statementKind, statementText } from '../../../../src/platform/telemetry/statement-text';

describe('the text of a statement in a trace', () => {
  it.each([
    ['SELECT id FROM users WHERE email = ?', 'SELECT id FROM users WHERE email = ?'],
    ["UPDATE t SET name = 'O''Hara', n = 17.5 WHERE id = x1", 'UPDATE t SET name = ?, n = ? WHERE id = x1'],
    ['SELECT "user"."id" FROM "users" "user" LIMIT 20', 'SELECT "user"."id" FROM "users" "user" LIMIT ?'],
    ['SELECT * FROM t WHERE name = "two words"', 'SELECT * FROM t WHERE name = ?'],
    ["SELECT * FROM t WHERE a = 'a \\' b' AND b = 0xFF", 'SELECT * FROM t WHERE a = ? AND b = ?'],
    ['SELECT a FROM t WHERE id IN (?, ?, ?)', 'SELECT a FROM t WHERE id IN (?)'],
    ['INSERT INTO t (a, b) VALUES (?, ?), (?, ?)', 'INSERT INTO t (a, b) VALUES (?)'],
    ['SELECT 1\n     FROM t', 'SELECT ? FROM t'],
  ])('of %s has no values', (sql, text) => {
    expect(statementText(sql)).toBe(text);
  });

  it('shows no part of a value at which it was cut off', () => {
    const text = statementText(`SELECT * FROM t WHERE a = '${'secret '.repeat(3_000)}'`);
    expect(text).toBe('SELECT * FROM t WHERE a = ?');
  });
});

describe('the kind of a statement', () => {
  it.each([
    ['  select 1', 'SELECT'],
    ['INSERT INTO t', 'INSERT'],
    ['COMMIT', 'COMMIT'],
    ['CREATE TABLE t', 'OTHER'],
  ])('of "%s" is %s', (sql, kind) => {
    expect(statementKind(sql)).toBe(kind);
  });
});
