import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { GraphQLError, type ASTVisitor, type ValidationContext, type ValidationRule } from 'graphql';
import type { Config } from '../../config';

/** Mutations that guess or make credentials: one of them a request, so that aliases cannot be used to guess faster. */
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

/** The rules throw by themselves, which is an error of the server to whoever validates; reported, it is one of the query. */
const reporting = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** So many findings are told: each is longer than what it is about. */
export const validationOptions = { maxErrors: 10 };

/**
 * What is checked of a query before any of it runs: how deep it is, how many aliases it has, how it logs in. The depth of
 * `__schema` is bounded by what it tells, see `introspection-size`.
 */
export const validationRules = ({ GRAPH_MAX_DEPTH, GRAPH_MAX_ALIASES }: Config): ValidationRule[] => [
  oneLogInARequest,
  maxDepthRule({ n: GRAPH_MAX_DEPTH, ignoreIntrospection: true, ...reporting }),
  // The default leaves out of account whatever is called or calls something `__typename`.
  maxAliasesRule({ n: GRAPH_MAX_ALIASES, allowList: [], ...reporting }),
];
