import { forbidden, unauthenticated } from '../../platform/errors';
import type { GuardedField } from '../../request/guarded-field';
import type { RequestContext } from '../../request/request-context';
import type { OperationInfo } from '../../request/operation-name';
import type { RuleTree } from './permission-tree';
import type { Rule } from './rules';

/** Checks the rule of a field. Throws when access is denied. `operation` is what the access log names. */
export async function authorize(
  rules: RuleTree,
  { type, field, parent = {}, args = {} }: GuardedField,
  context: RequestContext,
  operation: OperationInfo = {},
): Promise<void> {
  const rule = rules[type]?.[field] as Rule | undefined;
  if (!rule) throw new Error(`The field ${type}.${field} has no permission rule.`);
  const info = { ...operation, fieldName: field, parentType: { name: type } };
  const verdict = await rule.resolve(parent, args, context, info, { debug: true });
  if (verdict instanceof Error) throw verdict;
  if (verdict !== true) throw context.caller.kind === 'anonymous' ? unauthenticated() : forbidden();
}
