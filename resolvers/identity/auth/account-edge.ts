import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { RequestContext } from '../../../src/request/request-context';
import { loadUser } from './accounts';
import { User } from './accounts.types';

/** An edge to an account. */
interface AccountEdge<Source> {
  /** The id of the account; null if there is none. */
  accountOf: (source: Source) => string | null | undefined;
  description: string;
}

/** A resolver of edges from a type to accounts whose ids it carries. All of a page are loaded in one batch. */
export function accountEdges<Source extends object>(
  type: ClassType<Source>,
  edges: Readonly<Record<string, AccountEdge<Source>>>,
): ClassType<object> {
  class AccountEdges {}
  const target = AccountEdges.prototype as Record<string, unknown>;
  for (const [name, { accountOf, description }] of Object.entries(edges)) {
    const value = (source: Source, context: RequestContext): Promise<User> | null => {
      const id = accountOf(source);
      return id == null ? null : loadUser(context, id);
    };
    target[name] = value;
    Root()(target, name, 0);
    Ctx()(target, name, 1);
    FieldResolver(() => User, { nullable: true, description })(target, name, { value });
  }
  Resolver(() => type)(AccountEdges);
  return AccountEdges;
}
