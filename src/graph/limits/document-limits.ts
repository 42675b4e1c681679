import { GraphQLError, Lexer, Source, TokenKind, type Token } from 'graphql';
import type { Config } from '../../platform/config';
import { refusals } from '../../platform/telemetry/measures';
import { Remembered } from '../../platform/remembered';
import type { RequestContext } from '../../request/request-context';
import { FragmentCycles } from './fragment-cycles';

/**
 * Maximum length of a document in characters. Comments and white space are not tokens, but reading them takes time.
 */
const mostCharacters = 100_000;

/** Maximum nesting of braces, brackets and parentheses. The parser and the validation recurse. */
const deepest = 64;

/**
 * Maximum number of operations and fragments: each operation is validated together with every fragment it reaches.
 */
const mostDefinitions = 100;

const mostDirectives = 100;

/** Anonymous callers log in, sign up and read the schema, which needs only a small part of the tokens. */
const shareOfStrangers = 4;

/** Documents known to be within the limits, so that repeated ones are only scanned once. */
const known = new Remembered<string, true>(500, 8_000);

const openers: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closers: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** The counts of a document while it is scanned. */
class DocumentSize {
  private tokens = 0;
  private depth = 0;
  private definitions = 0;
  private directives = 0;
  private readonly cycles = new FragmentCycles();

  constructor(private readonly mostTokens: number) {}

  add(token: Token): void {
    this.tokens += 1;
    this.cycles.add(token, this.depth);
    if (openers.has(token.kind)) this.open(token);
    else if (closers.has(token.kind)) this.depth -= 1;
    else if (token.kind === TokenKind.AT) this.directives += 1;
    if (this.tokens > this.mostTokens) throw tooLarge(`has more than ${this.mostTokens} tokens`);
    if (this.depth > deepest) throw tooLarge(`is nested deeper than ${deepest} levels`);
    if (this.definitions > mostDefinitions)
      throw tooLarge(`has more than ${mostDefinitions} operations and fragments`);
    if (this.directives > mostDirectives) throw tooLarge(`has more than ${mostDirectives} directives`);
  }

  /** Must be called at the end. */
  assertFinite(): void {
    this.cycles.assertNone();
  }

  private open({ kind }: Token): void {
    if (kind === TokenKind.BRACE_L && this.depth === 0) this.definitions += 1;
    this.depth += 1;
  }
}

function tooLarge(what: string): GraphQLError {
  refusals.inc({ limit: 'document' });
  return new GraphQLError(`The document ${what}. Send smaller documents.`, {
    extensions: { code: 'GRAPHQL_PARSE_FAILED', http: { status: 400 } },
  });
}

/**
 * Refuses a document whose parsing or validation alone would take long or exceed the stack. It only scans the tokens,
 * before any parser sees the document. Invalid tokens are left to the parser.
 *
 * @throws GraphQLError with status 400
 */
export function assertReadable(
  document: string,
  { caller }: Pick<RequestContext, 'caller'>,
  { GRAPH_MAX_TOKENS }: Config,
): void {
  if (document.length > mostCharacters) throw tooLarge(`is longer than ${mostCharacters} characters`);
  const isStranger = caller.kind === 'anonymous';
  const mostTokens = isStranger ? Math.ceil(GRAPH_MAX_TOKENS / shareOfStrangers) : GRAPH_MAX_TOKENS;
  known.get(`${mostTokens} ${document}`, () => assertWithin(document, new DocumentSize(mostTokens)));
}

/** Throws when the document is too large; reads up to its end, or an invalid token. */
function assertWithin(document: string, size: DocumentSize): true {
  const lexer = new Lexer(new Source(document));
  for (let token = nextToken(lexer); token && token.kind !== TokenKind.EOF; token = nextToken(lexer))
    size.add(token);
  size.assertFinite();
  return true;
}

function nextToken(lexer: Lexer): Token | null {
  try {
    return lexer.advance();
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
