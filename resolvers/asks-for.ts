import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** What is known about a field selection. Cached operations are the same objects, so each is analyzed once. */
const known = new WeakMap<FieldNode, Map<string, boolean>>();

/**
 * Whether the query selects this path below the current field, such as `edges.node.summary`, so that it can be loaded
 * together with the field. Fields under `@skip` or `@include` count as selected.
 */
export function asksFor({ fieldNodes, fragments }: GraphQLResolveInfo, path: string): boolean {
  return fieldNodes.some((field) => {
    let answers = known.get(field);
    if (!answers) known.set(field, (answers = new Map<string, boolean>()));
    const answer = answers.get(path) ?? leadsTo(field, path.split('.'), fragments);
    answers.set(path, answer);
    return answer;
  });
}

function leadsTo(
  { selectionSet }: { selectionSet?: { selections: readonly SelectionNode[] } },
  path: readonly string[],
  fragments: Fragments,
): boolean {
  const [next, ...rest] = path;
  if (next === undefined) return true;
  return (selectionSet?.selections ?? []).some((selection) => {
    if (selection.kind === Kind.FIELD)
      return selection.name.value === next && leadsTo(selection, rest, fragments);
    if (selection.kind === Kind.INLINE_FRAGMENT) return leadsTo(selection, path, fragments);
    const fragment = fragments[selection.name.value];
    return fragment !== undefined && leadsTo(fragment, path, fragments);
  });
}
