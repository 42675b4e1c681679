import {
  getArgumentValues,
  getIntrospectionQuery,
  Kind,
  parse,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import {
  collectFragments,
  Planner,
  getResolver,
  type FieldPlan,
  type SelectionPlan,
  type ValuePlan,
} from '../../platform/speed/execution/plan';

type Variables = Record<string, unknown>;

/** An operation whose introspection result is measured, with coerced variables. */
interface MeasuredOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Variables;
}

/** Characters around a key and its value. */
const punctuation = 4;

const metaFields: ReadonlySet<string> = new Set([SchemaMetaFieldDef.name, TypeMetaFieldDef.name]);

/**
 * Approximate length of the introspection result of an operation in characters; always the same for the same input,
 * as limits require. The content of the schema is known, so the result is measured without creating it.
 *
 * @param limit the measurement stops once it exceeds this
 */
export function introspectionSize(
  schema: GraphQLSchema,
  { document, operation, variables }: MeasuredOperation,
  limit = Infinity,
): number {
  const rootType = schema.getRootType(operation.operation);
  if (!rootType || rootType !== schema.getQueryType()) return 0;
  const { root } = new Planner(schema, collectFragments(document), variables).plan(rootType, operation);
  const meter = new Meter(schema, variables, limit);
  meter.measure({ ...root, fields: root.fields.filter(({ name }) => metaFields.has(name)) }, undefined);
  return meter.size;
}

class Meter {
  size = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly variables: Variables,
    private readonly limit: number,
  ) {}

  measure({ fields }: SelectionPlan, source: unknown): void {
    for (const field of fields) {
      if (this.size > this.limit) return;
      this.size += field.key.length + punctuation;
      this.value(field.value, this.resolved(field, source));
    }
  }

  private resolved({ name, definition, nodes, parentType }: FieldPlan, source: unknown): unknown {
    const resolve = getResolver(definition);
    if (!resolve) return (source as Record<string, unknown>)[name];
    const { schema } = this;
    const info = { schema, parentType } as GraphQLResolveInfo;
    return resolve(source, getArgumentValues(definition, nodes[0], this.variables), undefined, info);
  }

  private value(plan: ValuePlan, value: unknown): void {
    if (value === null || value === undefined || plan.kind === 'leaf') {
      this.size += typeof value === 'string' ? value.length : punctuation;
    } else if (plan.kind === 'list') {
      for (const item of value as Iterable<unknown>) {
        if (this.size > this.limit) return;
        this.size += 1;
        this.value(plan.item, item);
      }
    } else this.measure(plan.selection(plan.type as GraphQLObjectType), value);
  }
}

const fullSizes = new WeakMap<GraphQLSchema, number>();

const everything = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

/** `introspectionSize` of a full introspection by a tool, with the type names that some clients add everywhere. */
export function fullIntrospectionSize(schema: GraphQLSchema): number {
  const known = fullSizes.get(schema);
  if (known !== undefined) return known;
  const document = withTypeNames(parse(everything));
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const size = operation ? introspectionSize(schema, { document, operation, variables: {} }) : 0;
  fullSizes.set(schema, size);
  return size;
}

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

const withTypeNames = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet: { leave: (node) => ({ ...node, selections: [...node.selections, typeName] }) },
  });
