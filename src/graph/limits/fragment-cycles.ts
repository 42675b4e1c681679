import { GraphQLError, TokenKind, type Token } from 'graphql';

/** How many fragments of a circle a refusal names, beside the first. */
const mostNamed = 5;

/**
 * Finds fragments that spread themselves, directly or through others, in the tokens of a document. The validation of
 * graphql-js finds them too, but beside them another of its rules compares each pair of fragments, one within the
 * other: with a hundred that spread each other, it exceeds the stack.
 */
export class FragmentCycles {
  /** The fragments that each one spreads. */
  private readonly spreads = new Map<string, Set<string>>();
  /** Those of the fragment that is being read. */
  private current: Set<string> | undefined;
  private previous: Token | undefined;

  /** Takes the next token; `depth` is the number of braces, brackets and parentheses that are open before it. */
  add(token: Token, depth: number): void {
    const { previous } = this;
    this.previous = token;
    if (token.kind === TokenKind.BRACE_R && depth === 1) this.current = undefined;
    if (token.kind !== TokenKind.NAME) return;
    if (depth > 0) {
      if (previous?.kind === TokenKind.SPREAD && token.value !== 'on') this.current?.add(token.value);
    } else if (!this.current && isWord(previous, 'fragment')) this.current = this.begin(token.value);
  }

  private begin(name: string): Set<string> {
    const known = this.spreads.get(name) ?? new Set();
    this.spreads.set(name, known);
    return known;
  }

  /** @throws GraphQLError in the words of graphql-js */
  assertNone(): void {
    const done = new Set<string>();
    for (const name of this.spreads.keys()) this.visit(name, [], done);
  }

  private visit(name: string, path: readonly string[], done: Set<string>): void {
    const start = path.indexOf(name);
    if (start >= 0) throw spreadsItself(path.slice(start));
    if (done.has(name)) return;
    for (const spread of this.spreads.get(name) ?? []) this.visit(spread, [...path, name], done);
    done.add(name);
  }
}

/** A description before a definition may have the same text. */
const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === TokenKind.NAME && token.value === word;

function spreadsItself([name = '', ...others]: readonly string[]): GraphQLError {
  const named = others.slice(0, mostNamed).map((other) => `"${other}"`);
  if (others.length > mostNamed) named.push('…');
  const via = named.length > 0 ? ` via ${named.join(', ')}` : '';
  return new GraphQLError(`Cannot spread fragment "${name}" within itself${via}.`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });
}
