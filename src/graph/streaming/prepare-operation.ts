import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import type { Config } from '../../platform/config';
import { malformedTextIn } from '../../platform/rules/well-formed';
import { asGraphError } from '../executor';
import type { GuardedField } from '../../request/guarded-field';
import type { RequestContext } from '../../request/request-context';
import type { AllowList } from '../limits/allow-list';
import type { CostBudget, Spending } from '../limits/budget';
import { assertAffordable } from '../limits/cost';
import { asksForCost } from '../limits/cost-report';
import { assertReadable } from '../limits/document-limits';
import { validationOptions, validationRules } from '../limits/validation-rules';
import { rootField } from './root-field';

/** An operation as a caller sends it. */
export interface OperationRequest {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  extensions?: Record<string, unknown> | null;
}

/** An operation that may run: well-formed, valid on the schema, within all limits. */
export interface PreparedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  operationName?: string;
  variables: Record<string, unknown>;
  /** That of a subscription. */
  field?: GuardedField;
  /** What its sender has spent on it. */
  spent: Spending & { cost: number };
  asksForCost: boolean;
}

/** The limits on operations. */
export interface OperationLimits {
  budget: CostBudget;
  /** Without one, callers may run any document. */
  allowList?: AllowList;
}

/** Does for persistent connections what Apollo Server does for requests: the same checks with the same results. */
export class OperationPreparation {
  private readonly rules: readonly ValidationRule[];

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly config: Config,
    private readonly limits: OperationLimits,
  ) {
    this.rules = [...specifiedRules, ...validationRules(config)];
  }

  /** Returns all errors found; nothing has run then. */
  async prepare(
    { query, operationName, variables, extensions }: OperationRequest,
    context: Pick<RequestContext, 'caller' | 'origin'>,
  ): Promise<PreparedOperation | GraphQLError[]> {
    try {
      assertReadable(query, context, this.config);
      this.limits.allowList?.assertAllowed({ query });
      const problem = malformedTextIn(variables);
      if (problem) return [asGraphError(problem)];
      const document = parse(query);
      const errors = validate(this.schema, document, this.rules, validationOptions(this.config));
      if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
      const operation = getOperationAST(document, operationName);
      if (!operation) return [noSuchOperation(operationName)];
      const prepared = {
        document,
        operation,
        operationName: operationName ?? undefined,
        variables: variables ?? {},
      };
      const cost = assertAffordable(this.schema, this.config, prepared);
      const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
      const field = isSubscription ? rootField(this.schema, prepared) : undefined;
      const spending = await this.limits.budget.spend(context, cost);
      if (spending.refusal) return [spending.refusal];
      return { ...prepared, field, spent: { ...spending, cost }, asksForCost: asksForCost({ extensions }) };
    } catch (error) {
      if (error instanceof GraphQLError) return [withCode(error, 'GRAPHQL_PARSE_FAILED')];
      throw error;
    }
  }
}

/** The error with a code for the current phase, unless it has one. What a scalar has thrown says more: it stays. */
function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, extensions, originalError } = error;
  const more = { nodes, source, positions, originalError };
  return new GraphQLError(message, { ...more, extensions: { code, ...extensions } });
}

const noSuchOperation = (name: string | null | undefined) =>
  new GraphQLError(
    name
      ? `Unknown operation named "${name}".`
      : 'Must provide operation name if query contains multiple operations.',
    { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } },
  );
