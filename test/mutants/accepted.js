const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Mutants that no test has to notice, each with the reason. */
const accepted = JSON.parse(readFileSync(join(__dirname, 'accepted.json'), 'utf8'));

const textAt = (source, { start, end }) => {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines.unshift(lines.shift().slice(start.column - 1));
  return lines.join('\n');
};

/** Identifies a mutant even if lines move: the original code, its line, and the replacement. */
const textsOf = (file, source, { location, replacement }) => ({
  file,
  on: source.split('\n')[location.start.line - 1].trim(),
  from: textAt(source, location),
  to: replacement,
});

const isAccepted = (mutant) =>
  accepted.some((known) => ['file', 'on', 'from', 'to'].every((name) => known[name] === mutant[name]));

module.exports = { isAccepted, textsOf };
