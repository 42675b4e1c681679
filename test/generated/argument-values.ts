import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
  type GraphQLScalarType,
} from 'graphql';
import type { LooseValues } from './loose-values';

/** Generates values for arguments of the graph: valid, nearly valid and absurd ones. */
export class ArgumentValues {
  /** @param isWild whether some values are invalid */
  constructor(
    private readonly loose: LooseValues,
    private readonly isWild: boolean,
  ) {}

  /** A value for an argument or field with this name, within a field or type of another name. */
  of(type: GraphQLInputType, name: string, within: string, depth = 0): unknown {
    const { dice } = this.loose;
    const isOdd = this.isOdd(depth);
    if (isNonNullType(type)) return isOdd ? null : this.of(type.ofType, name, within, depth);
    if (isOdd) return dice.onceIn(2) ? null : this.loose.anything();
    if (isListType(type))
      return Array.from({ length: dice.below(3) + (dice.onceIn(20) ? 50 : 0) }, () =>
        this.of(type.ofType, name, within, depth + 1),
      );
    if (isEnumType(type)) return dice.oneOf(type.getValues().map((value) => value.name));
    if (isInputObjectType(type)) return this.object(Object.values(type.getFields()), type.name, depth);
    return this.scalar(type, name, within);
  }

  /** Invalid values at depth get further into the code, so they are more frequent there. */
  private isOdd(depth: number): boolean {
    return this.isWild && this.loose.dice.onceIn(depth === 0 ? 40 : 12);
  }

  private object(
    fields: { name: string; type: GraphQLInputType; defaultValue?: unknown }[],
    within: string,
    depth: number,
  ): object {
    const { dice } = this.loose;
    const asked = fields.filter(
      ({ type, defaultValue }) =>
        (isNonNullType(type) && defaultValue === undefined) || (depth < 4 && dice.onceIn(depth + 2)),
    );
    const entries = asked.map(({ name, type }) => [name, this.of(type, name, within, depth + 1)] as const);
    return Object.fromEntries(this.isOdd(depth) ? entries.slice(1) : entries);
  }

  private scalar({ name: type }: GraphQLScalarType, name: string, within: string): unknown {
    switch (type) {
      case 'ID':
        return this.loose.id(name, within);
      case 'Int':
      case 'Long':
        return this.loose.integer();
      case 'Float':
        return this.loose.number();
      case 'Boolean':
        return this.loose.dice.onceIn(2);
      case 'DateTime':
        return this.loose.time();
      case 'JSON':
      case 'JSONObject':
        return this.loose.json();
      default:
        return this.loose.text(name, within);
    }
  }
}
