import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { Dice } from '../simulation/dice';
import { ArgumentValues } from './argument-values';
import type { KnownId } from './known-ids';
import { LooseValues } from './loose-values';

/** An operation that may or may not fit the schema. */
export interface GeneratedOperation {
  isMutation: boolean;
  query: string;
  variables: Record<string, unknown>;
}

const deepest = 4;
const mostFields = 6;
const mostVariables = 20;

/** Generates operations from the schema, so that additions to it are covered. */
export class OperationGenerator {
  private readonly roots: readonly (readonly [isMutation: boolean, field: Field])[];

  constructor(private readonly schema: GraphQLSchema) {
    this.roots = [
      ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => [false, field] as const),
      ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => [true, field] as const),
    ];
  }

  /**
   * An operation on some root field.
   *
   * @param ids values for id arguments
   */
  make(dice: Dice, ids: readonly KnownId[]): GeneratedOperation {
    const [isMutation, field] = dice.oneOf(this.roots) as (typeof this.roots)[number];
    const isWild = dice.onceIn(2);
    const draft = new Draft(this.schema, dice, new ArgumentValues(new LooseValues(dice, ids), isWild));
    const selected = draft.selected(field, 0);
    const query = `${isMutation ? 'mutation' : 'query'}${draft.declarations()} { ${selected} }`;
    return {
      isMutation,
      query: isWild && dice.onceIn(15) ? broken(query, dice) : query,
      variables: draft.variables,
    };
  }
}

type Field = GraphQLField<unknown, unknown>;

/** The state while an operation is generated. */
class Draft {
  readonly variables: Record<string, unknown> = {};
  private readonly declared: string[] = [];

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly dice: Dice,
    private readonly values: ArgumentValues,
  ) {}

  declarations(): string {
    return this.declared.length > 0 ? ` (${this.declared.join(', ')})` : '';
  }

  /** A field with its arguments and selection. */
  selected(field: Field, depth: number): string {
    const given = field.args
      .filter((argument) => isRequired(argument) || this.dice.onceIn(3))
      .map((argument) => `${argument.name}: ${this.variable(field, argument)}`);
    const type = getNamedType(field.type);
    const below = isCompositeType(type) ? ` { ${this.selection(type, depth + 1)} }` : '';
    return `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${below}`;
  }

  private variable(field: Field, argument: GraphQLArgument): string {
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${String(argument.type)}`);
    this.variables[name] =
      isPageSize(argument) && !this.dice.onceIn(5)
        ? 2
        : this.values.of(argument.type, argument.name, field.name);
    return `$${name}`;
  }

  private selection(type: GraphQLNamedType, depth: number): string {
    const parts = ['__typename'];
    if (isAbstractType(type) && depth < deepest) {
      const possible = this.dice.oneOf(this.schema.getPossibleTypes(type));
      if (possible) parts.push(`... on ${possible.name} { ${this.selection(possible, depth)} }`);
    } else if (isObjectType(type)) parts.push(...this.fieldsOf(Object.values(type.getFields()), depth));
    return parts.join(' ');
  }

  private fieldsOf(all: readonly Field[], depth: number): string[] {
    const fields = all.filter(({ type }) => depth < deepest || !isCompositeType(getNamedType(type)));
    // Lists may contain data of others, so their items are always selected.
    const chosen = new Set(fields.filter(({ name }) => isOnTheWay(name) || name === 'id'));
    for (let count = this.dice.below(mostFields); count > 0; count -= 1) {
      const field = this.dice.oneOf(fields);
      if (field) chosen.add(field);
    }
    return [...chosen]
      .filter(() => this.declared.length < mostVariables)
      .map((field) => this.selected(field, isOnTheWay(field.name) ? depth - 0.5 : depth));
  }
}

/** Removes or duplicates a part. */
function broken(query: string, dice: Dice): string {
  const [from, length] = [dice.below(query.length), 1 + dice.below(20)];
  const piece = query.slice(from, from + length);
  return query.slice(0, from) + (dice.onceIn(2) ? piece + piece : '') + query.slice(from + length);
}

/** The path to the items of a page. */
const isOnTheWay = (name: string): boolean => name === 'edges' || name === 'node';

const isRequired = ({ type, defaultValue }: GraphQLArgument): boolean =>
  isNonNullType(type) && defaultValue === undefined;

const isPageSize = ({ name }: GraphQLArgument): boolean => name === 'first' || name === 'last';
