import { redacted } from '../../../src/platform/redacted';

it.each([
  ["Duplicate entry 'jane' for key 'users.email'", "Duplicate entry '…' for key 'users.email'"],
  ["Duplicate entry 'it''s 'mine'' for key 'k'", "Duplicate entry '…' for key 'k'"],
  [
    "Incorrect integer value: 'secret' for column 'a' at row 1",
    "Incorrect integer value: '…' for column 'a' at row 1",
  ],
  ["Truncated incorrect DOUBLE value: 'secret'", "Truncated incorrect DOUBLE value: '…'"],
  [
    "You have an error in your SQL syntax near 'secret' at line 1",
    "You have an error in your SQL syntax near '…' at line 1",
  ],
  ['550 <jane.doe+x@mail.example.org> is unknown', '550 <[address]> is unknown'],
  ['to ünï.{1}@bücher.example and x=y@example.org.', 'to [address] and [address].'],
  [`of ${'a'.repeat(200)}@example.org`, 'of [address]'],
  ['GET /confirm/forgot/jane%40example.org failed', 'GET /confirm/forgot/[address] failed'],
  ['the token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln is bad', 'the token [token] is bad'],
  ['kc:eyJhbGciOiJFZERTQSJ9.a.b:eyJhbGciOiJFZERTQSJ9.c.d', 'kc:[token]:[token]'],
  ['sent Authorization: Bearer abc.def-ghi and more', 'sent Authorization: Bearer […] and more'],
  ['Unexpected token \'s\', "secret text" is not valid JSON', 'Unexpected token, "…" is not valid JSON'],
  ['Unexpected token \'s\', ..."a secret t"... is not valid JSON', 'Unexpected token, "…" is not valid JSON'],
  [
    'at f (/app/node_modules/@apollo/server/dist/index.js:1:2)',
    'at f (/app/node_modules/@apollo/server/dist/index.js:1:2)',
  ],
])('%s', (text, left) => {
  expect(redacted(text)).toBe(left);
});
