const { existsSync, readFileSync } = require('node:fs');
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

/** The code that an accepted mutant replaces is no longer in its file. */
function isStale({ file, on, from }) {
  if (!existsSync(file)) return true;
  const lines = readFileSync(file, 'utf8').split('\n');
  return !lines.some((line, index) => line.trim() === on && lines.slice(index).join('\n').includes(from));
}

/** The accepted mutants whose code has changed since. */
const stale = () => accepted.filter(isStale);

module.exports = { isAccepted, stale, textsOf };
