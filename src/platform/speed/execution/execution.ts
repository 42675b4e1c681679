import {
  defaultFieldResolver,
  defaultTypeResolver,
  getArgumentValues,
  GraphQLError,
  isObjectType,
  locatedError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { tracedResolver } from '../../telemetry/tracing';
import type { InSlices } from './in-slices';
import { RootFields } from './root-fields';
import { FieldErrors, pathKeys, type Path } from './field-errors';
import { getResolver, type FieldPlan, type OperationPlan, type SelectionPlan, type ValuePlan } from './plan';

type Variables = Record<string, unknown>;

type Answer = Record<string, unknown>;

/** Inputs of an execution. */
export interface ExecutionParts {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly plan: OperationPlan;
  /** Coerced variables. */
  readonly variables: Variables;
  readonly rootValue: unknown;
  readonly context: unknown;
  /** Called before each resolver. */
  readonly assertWanted?: () => void;
  /** Whether slow resolvers are recorded. */
  readonly isTraced?: boolean;
  /** Aborted when the operation ends before its answer is complete. */
  readonly signal?: AbortSignal;
  /** Completes long lists so that others get their turn in between. */
  readonly inSlices?: InSlices;
}

/** Items of a list that are completed at once. */
const itemsAtOnce = 50;

type Of<Kind extends ValuePlan['kind']> = Extract<ValuePlan, { kind: Kind }>;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** For failures when nobody waits for the result any more. */
const ignoreFailure = (): void => undefined;

/**
 * Executes an operation once, by the rules of the GraphQL specification (section 6) and with the resolver contract
 * of `graphql`. Fields that are plain properties of their parent cost almost nothing besides the result, because
 * lists of this graph are long and consist mostly of such fields.
 */
export class Execution {
  private readonly errors = new FieldErrors();
  private readonly rootFields?: RootFields;

  constructor(private readonly parts: ExecutionParts) {
    if (parts.signal) this.rootFields = new RootFields(parts.signal);
  }

  /** Never rejects: failures are in the errors of the result. */
  async run(): Promise<ExecutionResult> {
    const data = await this.answer();
    this.rootFields?.close();
    // What was given up may still fail.
    return this.errors.all.length === 0 ? { data } : { errors: [...this.errors.all], data };
  }

  private async answer(): Promise<Answer | null> {
    const { operation, plan, rootValue } = this.parts;
    try {
      return operation.operation === OperationTypeNode.MUTATION
        ? await this.oneByOne(plan.root, rootValue)
        : await this.fields(plan.root, rootValue, undefined);
    } catch (error) {
      this.errors.add(error as GraphQLError, undefined);
      return null;
    }
  }

  /** Executes the fields of a mutation serially. */
  private async oneByOne({ fields, blank }: SelectionPlan, source: unknown): Promise<Answer> {
    const answer = { ...blank };
    for (const field of fields) answer[field.key] = await this.field(field, source, undefined);
    return answer;
  }

  private fields(
    { fields, blank }: SelectionPlan,
    source: unknown,
    path: Path | undefined,
  ): Answer | Promise<Answer> {
    const answer: Answer = { ...blank };
    let waiting: Promise<void>[] | undefined;
    try {
      for (const field of fields) {
        let value = this.field(field, source, path);
        if (isPromise(value)) {
          if (!path && this.rootFields) value = this.untilEnd(value, field);
          const taken = (value as Promise<unknown>).then((settled) => {
            answer[field.key] = settled;
          });
          if (waiting) waiting.push(taken);
          else waiting = [taken];
        } else answer[field.key] = value;
      }
    } catch (error) {
      if (!waiting) throw error;
      const fail = () => {
        throw error;
      };
      return Promise.all(waiting).then(fail, fail);
    }
    return waiting ? Promise.all(waiting).then(() => answer) : answer;
  }

  private untilEnd(value: Promise<unknown>, field: FieldPlan): Promise<unknown> | undefined {
    return this.rootFields?.untilEnd(value, (reason) =>
      this.failed(reason, field, field.value, pathTo(field, undefined)),
    );
  }

  /** The resulting value of a field, or null and an error. Throws if the field is not nullable. */
  private field(field: FieldPlan, source: unknown, parentPath: Path | undefined): unknown {
    const { definition, value } = field;
    let path: Path | undefined;
    try {
      const resolve = getResolver(definition);
      let result = resolve ? undefined : readProperty(source, field.name);
      if (resolve || typeof result === 'function') {
        path = pathTo(field, parentPath);
        result = this.resolved(field, source, path);
      }
      if (value.kind === 'leaf' && !isPromise(result)) return completeLeaf(field, value, result);
      path ??= pathTo(field, parentPath);
      return this.settled(field, value, result, path);
    } catch (error) {
      return this.failed(error, field, value, path ?? pathTo(field, parentPath));
    }
  }

  /** `complete` for values that may be promises. */
  private settled(field: FieldPlan, plan: ValuePlan, value: unknown, path: Path): unknown {
    const completed = isPromise(value)
      ? value.then((settled) => this.complete(field, plan, settled, path))
      : this.complete(field, plan, value, path);
    return isPromise(completed)
      ? completed.then(undefined, (error: unknown) => this.failed(error, field, plan, path))
      : completed;
  }

  private resolved(field: FieldPlan, source: unknown, path: Path): unknown {
    const { definition, nodes, takesArguments } = field;
    const { variables, context, assertWanted, isTraced } = this.parts;
    assertWanted?.();
    const values = takesArguments ? getArgumentValues(definition, nodes[0], variables) : {};
    const { resolve = defaultFieldResolver } = definition;
    const info = this.info(field, path);
    if (!isTraced) return resolve(source, values, context, info);
    const name = () => `${field.parentType.name}.${field.name}`;
    return tracedResolver(name, () => resolve(source, values, context, info));
  }

  private info({ name, nodes, definition, parentType }: FieldPlan, path: Path): GraphQLResolveInfo {
    const { schema, operation, plan, rootValue, variables } = this.parts;
    return {
      fieldName: name,
      fieldNodes: nodes,
      returnType: definition.type,
      parentType,
      path,
      schema,
      fragments: plan.fragments,
      rootValue,
      operation,
      variableValues: variables,
    };
  }

  private complete(field: FieldPlan, plan: ValuePlan, value: unknown, path: Path): unknown {
    if (plan.kind === 'leaf') return completeLeaf(field, plan, value);
    if (isNothing(field, plan, value)) return null;
    switch (plan.kind) {
      case 'list':
        return this.list(field, plan, value, path);
      case 'object':
        return this.object(field, plan.type, plan.selection(), value, path);
      case 'abstract':
        return this.ofSomeType(field, plan, value, path);
    }
  }

  private list(
    field: FieldPlan,
    { item: plan }: Of<'list'>,
    values: unknown,
    path: Path,
  ): unknown[] | Promise<unknown[]> {
    if (!isIterable(values))
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${field.parentType.name}.${field.name}".`,
      );
    if (this.parts.inSlices && Array.isArray(values) && values.length > itemsAtOnce)
      return this.longList(field, plan, values, path, this.parts.inSlices);
    const completed: unknown[] = [];
    let isComplete = true;
    try {
      for (const value of values) {
        const item = this.item(field, plan, value, path, completed.length);
        if (isComplete && isPromise(item)) isComplete = false;
        completed.push(item);
      }
    } catch (error) {
      for (const item of completed) if (isPromise(item)) item.catch(ignoreFailure);
      throw error;
    }
    return isComplete ? completed : Promise.all(completed);
  }

  private async longList(
    field: FieldPlan,
    plan: ValuePlan,
    values: readonly unknown[],
    path: Path,
    inSlices: InSlices,
  ): Promise<unknown[]> {
    const completed: unknown[] = [];
    try {
      await inSlices(async (pause) => {
        for (const [index, value] of values.entries()) {
          completed.push(this.item(field, plan, value, path, index));
          if (index % itemsAtOnce === itemsAtOnce - 1) await pause();
        }
      });
    } catch (error) {
      for (const item of completed) if (isPromise(item)) item.catch(ignoreFailure);
      throw error;
    }
    return Promise.all(completed);
  }

  private item(field: FieldPlan, plan: ValuePlan, value: unknown, prev: Path, key: number): unknown {
    let path: Path | undefined;
    try {
      if (plan.kind === 'leaf' && !isPromise(value)) return completeLeaf(field, plan, value);
      path = { prev, key, typename: undefined };
      return this.settled(field, plan, value, path);
    } catch (error) {
      return this.failed(error, field, plan, path ?? { prev, key, typename: undefined });
    }
  }

  private object(
    field: FieldPlan,
    type: GraphQLObjectType,
    selection: SelectionPlan,
    value: unknown,
    path: Path,
  ): Answer | Promise<Answer> {
    if (!type.isTypeOf) return this.fields(selection, value, path);
    const assertIs = (is: boolean) => {
      if (!is)
        throw new GraphQLError(`Expected a value of type "${type.name}", got a different one.`, {
          nodes: field.nodes,
        });
    };
    const is = type.isTypeOf(value, this.parts.context, this.info(field, path));
    if (isPromise(is))
      return is.then((settled) => {
        assertIs(settled);
        return this.fields(selection, value, path);
      });
    assertIs(is);
    return this.fields(selection, value, path);
  }

  private ofSomeType(
    field: FieldPlan,
    { type, selection }: Of<'abstract'>,
    value: unknown,
    path: Path,
  ): Answer | Promise<Answer> {
    const resolveType = type.resolveType ?? defaultTypeResolver;
    const name = resolveType(value, this.parts.context, this.info(field, path), type);
    const complete = (settled: unknown) => {
      const found = this.possibleType(field, type, settled);
      return this.object(field, found, selection(found), value, path);
    };
    return isPromise(name) ? name.then(complete) : complete(name);
  }

  private possibleType({ nodes, parentType, name }: FieldPlan, type: GraphQLAbstractType, found: unknown) {
    const { schema } = this.parts;
    const runtimeType = typeof found === 'string' ? schema.getType(found) : undefined;
    if (!isObjectType(runtimeType) || !schema.isSubType(type, runtimeType))
      throw new GraphQLError(
        `The value of ${parentType.name}.${name} matches no possible type of "${type.name}".`,
        { nodes },
      );
    return runtimeType;
  }

  /** Records an error; the result is null. Rethrows it for non-nullable fields. */
  private failed(error: unknown, { nodes }: FieldPlan, { isNonNull }: ValuePlan, path: Path): null {
    const located = locatedError(error, nodes, pathKeys(path));
    if (isNonNull) throw located;
    this.errors.add(located, path);
    return null;
  }
}

const readProperty = (source: unknown, name: string): unknown =>
  (typeof source === 'object' && source !== null) || typeof source === 'function'
    ? (source as Record<string, unknown>)[name]
    : undefined;

const pathTo = ({ key, parentType }: FieldPlan, prev: Path | undefined): Path => ({
  prev,
  key,
  typename: parentType.name,
});

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Whether a value is null. Throws for errors, and for null in non-nullable fields. */
function isNothing({ parentType, name }: FieldPlan, { isNonNull }: ValuePlan, value: unknown): boolean {
  if (value instanceof Error) throw value;
  if (value !== null && value !== undefined) return false;
  if (isNonNull) throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${name}.`);
  return true;
}

function completeLeaf(field: FieldPlan, plan: Of<'leaf'>, value: unknown): unknown {
  if (isNothing(field, plan, value)) return null;
  const found: unknown = plan.type.serialize(value);
  if (found === null || found === undefined)
    throw new Error(`The type "${plan.type.name}" turned a value into null.`);
  return found;
}
