import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { RequestContext } from '../src/request/request-context';

type Loaded = object | readonly object[] | null;

/** An edge from the payload of a mutation to what has changed. */
interface PayloadEdge<Payload> {
  /** The type at the end, or a list of it. */
  type: () => ClassType | [ClassType];
  description: string;
  /** Null if there is nothing any more. */
  load: (payload: Payload, context: RequestContext) => Loaded | Promise<Loaded>;
}

/**
 * A resolver of edges from a payload to what has changed, so that caches follow. They load it when they are selected,
 * and after the change: the rule of the mutation may have loaded it as it was before.
 */
export function payloadEdges<Payload extends object>(
  payload: ClassType<Payload>,
  edges: Readonly<Record<string, PayloadEdge<Payload>>>,
): ClassType<object> {
  class PayloadEdges {}
  const target = PayloadEdges.prototype as Record<string, unknown>;
  for (const [name, { type, description, load }] of Object.entries(edges)) {
    const value = (changed: Payload, context: RequestContext): Loaded | Promise<Loaded> => {
      context.forgetLoaded();
      return load(changed, context);
    };
    target[name] = value;
    Root()(target, name, 0);
    Ctx()(target, name, 1);
    FieldResolver(type, { nullable: true, description })(target, name, { value });
  }
  Resolver(() => payload)(PayloadEdges);
  return PayloadEdges;
}
