import {
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isCompositeType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** An operation that has run. */
interface Answered {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Record<string, unknown> | null;
}

/** The `complexity` of a field in its extensions. */
type Complexity = number | ((cost: { args: object; childComplexity: number }) => number);

type Definition = GraphQLField<unknown, unknown>;

type Value = Record<string, unknown>;

/** A key of an object in the answer. */
interface AnsweredField {
  node: FieldNode;
  definition: Definition;
  selections: SelectionSetNode[];
}

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const metaFields = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

const findField = (type: GraphQLCompositeType, name: string): Definition | undefined =>
  metaFields.get(name) ?? (isUnionType(type) ? undefined : type.getFields()[name]);

const objectsIn = (value: unknown): Value[] =>
  Array.isArray(value) ? value.flatMap(objectsIn) : isObject(value) ? [value] : [];

/**
 * The cost of an answer: the same sum as that of its operation, but with the items that are there instead of the sizes
 * that were asked for. It walks the whole answer, so it is only computed for callers who ask for it.
 */
export function actualCost(schema: GraphQLSchema, asked: Answered, data: unknown): number {
  const root = schema.getRootType(asked.operation.operation);
  if (!root || !isObject(data)) return 0;
  const { coerced = {} } = getVariableValues(
    schema,
    asked.operation.variableDefinitions ?? [],
    asked.variables ?? {},
  );
  return new Sum(schema, asked.document, coerced).ofObject(data, root, [asked.operation.selectionSet]);
}

class Sum {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(
    private readonly schema: GraphQLSchema,
    { definitions }: DocumentNode,
    private readonly variables: Record<string, unknown>,
  ) {
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  ofObject(value: Value, type: GraphQLCompositeType, selections: readonly SelectionSetNode[]): number {
    const fields = new Map<string, AnsweredField>();
    for (const selection of selections) this.collect(value, type, selection, fields);
    let sum = 0;
    for (const [key, field] of fields) sum += this.ofField(value[key], field);
    return sum;
  }

  /** Fields that are not in the answer belong to another type, or were skipped. */
  private collect(
    value: Value,
    type: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    fields: Map<string, AnsweredField>,
  ): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const definition = findField(type, node.name.value);
        if (!definition || !(key in value)) continue;
        const field = fields.get(key) ?? { node, definition, selections: [] };
        if (node.selectionSet) field.selections.push(node.selectionSet);
        fields.set(key, field);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(node.name.value) : node;
      const condition = fragment?.typeCondition && this.schema.getType(fragment.typeCondition.name.value);
      if (fragment)
        this.collect(value, isCompositeType(condition) ? condition : type, fragment.selectionSet, fields);
    }
  }

  private ofField(value: unknown, { node, definition, selections }: AnsweredField): number {
    const type = getNamedType(definition.type);
    const items = objectsIn(value);
    const below = isCompositeType(type)
      ? items.reduce((sum, item) => sum + this.ofObject(item, type, selections), 0)
      : 0;
    const complexity = definition.extensions.complexity as Complexity | undefined;
    if (complexity === undefined) return 1 + below;
    if (typeof complexity === 'number') return complexity + below;
    const args = getArgumentValues(definition, node, this.variables);
    const { edges } = isObject(value) ? value : {};
    const page = Array.isArray(edges) ? { first: edges.length, last: undefined } : {};
    return complexity({ args: { ...args, ...page }, childComplexity: 0 }) + below;
  }
}
