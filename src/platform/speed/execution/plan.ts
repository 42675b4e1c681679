import {
  defaultFieldResolver,
  getDirectiveValues,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  typeFromAST,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** How a value becomes part of the result, by its type. */
export type ValuePlan = { readonly isNonNull: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: ValuePlan }
  | {
      readonly kind: 'object';
      readonly type: GraphQLObjectType;
      /** The selection on it. */
      readonly selection: () => SelectionPlan;
    }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLAbstractType;
      /** The selection on it, given its concrete type. */
      readonly selection: (type: GraphQLObjectType) => SelectionPlan;
    }
);

/** A selected field. */
export interface FieldPlan {
  /** The name in the response. */
  readonly key: string;
  /** The name in the schema. */
  readonly name: string;
  /** All selections of the field in the operation. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly parentType: GraphQLObjectType;
  /** Its `resolve` may be replaced between two executions: Apollo does so once a plugin wants to know of each field. */
  readonly definition: GraphQLField<unknown, unknown>;
  readonly takesArguments: boolean;
  readonly value: ValuePlan;
}

/** What gives a field its value; undefined where that is the property of the parent. */
export const getResolver = ({ resolve }: FieldPlan['definition']) =>
  resolve === defaultFieldResolver ? undefined : resolve;

/** The selected fields of an object type. */
export interface SelectionPlan {
  /** In the order of the response. */
  readonly fields: readonly FieldPlan[];
  /** A result without values: copying it is faster than growing objects, and it can have any key. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** The plan of an operation. It depends on the `conditionVariables` of its document, and on no other variables. */
export interface OperationPlan {
  readonly fragments: Fragments;
  readonly root: SelectionPlan;
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

/** The variables that decide what a document selects: those that `@skip` and `@include` ask. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      const { value: name } = directive.name;
      if (name !== GraphQLSkipDirective.name && name !== GraphQLIncludeDirective.name) return;
      for (const { value } of directive.arguments ?? [])
        if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** The fragments of a document by name. */
export function collectFragments(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return Object.assign(
    Object.create(null),
    Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
  ) as Fragments;
}

/**
 * Computes the selections of an operation: once for all objects of a list, and once for all executions if it does
 * not depend on variables. ("Field collection" in the GraphQL specification, section 6.3.2.)
 */
export class Planner {
  /** Plans keep the `variables`. Only `conditionVariables` matter. */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: Fragments,
    private readonly variables: Variables,
  ) {}

  plan(rootType: GraphQLObjectType, { selectionSet }: OperationDefinitionNode): OperationPlan {
    return { fragments: this.fragments, root: this.selection(rootType, [selectionSet]) };
  }

  private selection(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): SelectionPlan {
    const nodesByKey = new Map<string, [FieldNode, ...FieldNode[]]>();
    const visited = new Set<string>();
    for (const { selections } of sets) this.collect(type, selections, nodesByKey, visited);
    const fields = [...nodesByKey].flatMap(([key, nodes]) => this.field(type, key, nodes) ?? []);
    return { fields, blank: Object.fromEntries(fields.map(({ key }) => [key, null])) };
  }

  private collect(
    type: GraphQLObjectType,
    selections: readonly SelectionNode[],
    nodesByKey: Map<string, [FieldNode, ...FieldNode[]]>,
    visited: Set<string>,
  ): void {
    for (const node of selections) {
      if (!this.isIncluded(node)) continue;
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const nodes = nodesByKey.get(key);
        if (nodes) nodes.push(node);
        else nodesByKey.set(key, [node]);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.unvisited(node.name.value, visited);
      if (fragment && this.fits(fragment, type))
        this.collect(type, fragment.selectionSet.selections, nodesByKey, visited);
    }
  }

  private unvisited(name: string, visited: Set<string>): FragmentDefinitionNode | undefined {
    if (visited.has(name)) return undefined;
    visited.add(name);
    return this.fragments[name];
  }

  private isIncluded(node: SelectionNode): boolean {
    if (!node.directives?.length) return true;
    const { variables } = this;
    if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
  }

  private fits(
    { typeCondition }: Pick<FragmentDefinitionNode, 'typeCondition'> | { typeCondition?: undefined },
    type: GraphQLObjectType,
  ): boolean {
    if (!typeCondition) return true;
    const wanted = typeFromAST(this.schema, typeCondition);
    return wanted === type || (isAbstractType(wanted) && this.schema.isSubType(wanted, type));
  }

  private field(
    parentType: GraphQLObjectType,
    key: string,
    nodes: [FieldNode, ...FieldNode[]],
  ): FieldPlan | undefined {
    const name = nodes[0].name.value;
    const definition = this.findDefinition(parentType, name);
    if (!definition) return undefined;
    return {
      key,
      name,
      nodes,
      parentType,
      definition,
      takesArguments: definition.args.length > 0,
      value: this.value(definition.type, nodes),
    };
  }

  private findDefinition(
    parentType: GraphQLObjectType,
    name: string,
  ): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
    if (parentType === this.schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    }
    return parentType.getFields()[name];
  }

  private value(type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
    const isNonNull = isNonNullType(type);
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      return { kind: 'list', isNonNull, item: this.value(nullable.ofType, nodes) };
    }
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isObjectType(nullable)) {
      const selection = once(() => this.selection(nullable, sets));
      return { kind: 'object', isNonNull, type: nullable, selection };
    }
    if (isAbstractType(nullable)) {
      const known = new Map<GraphQLObjectType, SelectionPlan>();
      const selection = (runtimeType: GraphQLObjectType) => {
        let found = known.get(runtimeType);
        if (!found) known.set(runtimeType, (found = this.selection(runtimeType, sets)));
        return found;
      };
      return { kind: 'abstract', isNonNull, type: nullable, selection };
    }
    return { kind: 'leaf', isNonNull, type: nullable };
  }
}
