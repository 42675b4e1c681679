import type { GraphQLResolveInfo } from 'graphql';
import type { NodeType } from '../../../resolvers/node-type';
import { ApiError, notFound, type ErrorCode } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import { authorize } from '../permissions/authorize';
import type { RuleTree } from '../permissions/permission-tree';
import { mayBeOwnId, namedBy } from '../../../resolvers/global-id';

type OwnIdType = Extract<NodeType, { ownId: RegExp }>;

/** An entity, and the name of its type. */
export interface FoundNode {
  type: string;
  entity: object;
}

/** Answers that say no more than that the caller does not get to see anything. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT']);

/** Whatever keeps an entity from the caller, the answer is the same. */
const nothingThere = (): ApiError => notFound('There is nothing with this id, or you may not see it.');

/** Finds entities by their ids, for callers who could get to them in the ordinary way. */
export class NodeFinder {
  private readonly byType: ReadonlyMap<string, NodeType>;
  private readonly withOwnId: readonly OwnIdType[];

  constructor(
    types: readonly NodeType[],
    /** Read at the first question: the rules are built after the schema. */
    private readonly rules: () => RuleTree,
  ) {
    this.byType = new Map(types.map((each) => [each.type, each]));
    const withOwnId = types.filter((each) => 'ownId' in each);
    const chosenLast = (type: OwnIdType) => (type.isChosenByClients ? 1 : 0);
    this.withOwnId = withOwnId.toSorted((one, other) => chosenLast(one) - chosenLast(other));
  }

  /** The entity with this id. Throws the same error whether there is none, or the caller may not see it. */
  async find(
    id: string,
    context: RequestContext,
    info: Pick<GraphQLResolveInfo, 'operation'>,
  ): Promise<FoundNode> {
    const candidates = this.candidates(id).map(([type, key]) => this.visible(type, key, context, info));
    const found = (await Promise.all(candidates)).find((each) => each !== null);
    if (!found) throw nothingThere();
    return found;
  }

  /**
   * The types that an id may belong to. A composed id names its type, and so may any other type be named; ids without
   * a type are looked for wherever ids look like this one, in the order of the types.
   */
  private candidates(id: string): [NodeType, readonly string[]][] {
    const named = namedBy(id);
    const type = named && this.byType.get(named.type);
    if (named && type) return [[type, named.key]];
    if (!mayBeOwnId(id)) return [];
    return this.withOwnId.filter(({ ownId }) => ownId.test(id)).map((each) => [each, [id]]);
  }

  private async visible(
    { type, load, way, ...rest }: NodeType,
    key: readonly string[],
    context: RequestContext,
    info: Pick<GraphQLResolveInfo, 'operation'>,
  ): Promise<FoundNode | null> {
    // Besides the context, there is a parameter for each value of the key.
    if (key.length !== load.length - 1) return null;
    if ('ownId' in rest && !rest.ownId.test(key[0] ?? '')) return null;
    try {
      const entity: object | null = await load(context, ...key);
      if (!entity) return null;
      await authorize(this.rules(), await way(entity, context), context, info);
      return { type, entity };
    } catch (error) {
      if (error instanceof ApiError && refusals.has(error.code)) return null;
      throw error;
    }
  }
}
