import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { GraphQLError, type ASTVisitor, type ValidationContext, type ValidationRule } from 'graphql';
import type { Config } from '../../platform/config';
import { refusals } from '../../platform/telemetry/measures';

/** Mutations that guess or create credentials: only one per request, so that aliases cannot speed up guessing. */
const onceARequest = new Set(['createUser', 'logIn', 'logInServer', 'requestPasswordReset', 'resetPassword']);

function oneLogInARequest(context: ValidationContext): ASTVisitor {
  let seen = 0;
  return {
    Field(node) {
      if (context.getParentType() !== context.getSchema().getMutationType()) return;
      if (!onceARequest.has(node.name.value)) return;
      seen += 1;
      if (seen > 1)
        context.reportError(
          new GraphQLError('Only one log-in or sign-up fits into a request.', {
            nodes: node,
          }),
        );
    },
  };
}

/** The rules throw, which validation treats as a server error; errors reported instead are about the query. */
const reporting = (limit: string, message: string) => ({
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null) => {
      refusals.inc({ limit });
      context?.reportError(new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } }));
    },
  ],
});

/**
 * Maximum number of validation errors: each is longer than its cause. Suggestions tell the names of the schema to
 * somebody who guesses.
 */
export const validationOptions = ({ GRAPH_SUGGESTIONS }: Config) => ({
  maxErrors: 10,
  hideSuggestions: !GRAPH_SUGGESTIONS,
});

/**
 * Validation of a query before any of it runs: depth, number of aliases, log-ins. The depth of `__schema` is bounded
 * by the result size, see `introspection-size`.
 */
export const validationRules = ({ GRAPH_MAX_DEPTH, GRAPH_MAX_ALIASES }: Config): ValidationRule[] => [
  oneLogInARequest,
  maxDepthRule({
    n: GRAPH_MAX_DEPTH,
    ignoreIntrospection: true,
    ...reporting(
      'depth',
      `The query nests fields deeper than ${GRAPH_MAX_DEPTH} levels. Ask for the inner ones in a query of their own.`,
    ),
  }),
  maxAliasesRule({
    n: GRAPH_MAX_ALIASES,
    // By default, aliases named `__typename`, or of it, are exempt.
    allowList: [],
    ...reporting('aliases', `The query has more than ${GRAPH_MAX_ALIASES} aliases. Send several queries.`),
  }),
];
