import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** A list field of the schema, and a query that reads its items, as `found`, with what is behind them. */
export interface ListPlace {
  /** Such as `User.dataSets`. */
  name: string;
  query: string;
}

/** Values of required arguments as GraphQL text, by `Type.field.argument` or by the name of the argument. */
export type ArgumentTexts = Readonly<Record<string, string>>;

/** Steps from an item: to what it leads to, and to what that leads to. */
const stepsFromItem = 2;
/** Steps from the root to a list, and ways to the same type. */
const mostSteps = 5;
const mostWays = 3;
const pageSize = 200;
/**
 * The size of pages behind items: two show whether each item costs a statement. With longer ones, answers would grow with the
 * square of the number of items; each of these lists is read by itself, too, or else has long pages everywhere.
 */
const pageSizeBehindItems = 2;

interface Way {
  type: GraphQLCompositeType;
  steps: number;
  /** Whether a list is on the way. */
  isBehindItems: boolean;
  around: (selection: string) => string;
}

/** A list at the end of a way. */
interface Find {
  name: string;
  isBehindItems: boolean;
  queryWith: (size: number) => string;
}

/** The items of a list or connection, and what surrounds them in a selection. */
interface Items {
  type: GraphQLNamedType;
  around: (selection: string) => string;
}

const fieldsOf = (type: GraphQLCompositeType): Field[] =>
  'getFields' in type ? Object.values(type.getFields()) : [];

/** The items of a field; null if it is no list. */
function itemsOf(field: Field): Items | null {
  const type = getNamedType(field.type);
  const edges = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields().edges : undefined;
  const edge = edges && getNamedType(edges.type);
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  if (node) {
    const around = (selection: string) =>
      `pageInfo { hasNextPage hasPreviousPage } edges { node { ${selection} } }`;
    return { type: getNamedType(node.type), around };
  }
  return isListType(getNullableType(field.type)) ? { type, around: (selection) => selection } : null;
}

/** Finds the lists of a schema by walking it from its root. */
export class ListPlaces {
  private readonly plain = new Map<string, boolean>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly texts: ArgumentTexts,
  ) {}

  /**
   * The names of all lists whose items are more than plain values: something has to be loaded, or allowed, for some of
   * their fields.
   */
  names(): string[] {
    const types = Object.values(this.schema.getTypeMap()).filter(isObjectType);
    const roots = [this.schema.getMutationType(), this.schema.getSubscriptionType()];
    return types
      .filter((type) => !type.name.startsWith('__') && !roots.includes(type))
      .filter((type) => !/(Connection|Payload)$/.test(type.name))
      .flatMap((type) =>
        fieldsOf(type).flatMap((field) => (this.isReported(field) ? [`${type.name}.${field.name}`] : [])),
      );
  }

  /** All places that can be reached from the root, some on several ways. */
  find(): ListPlace[] {
    const finds: Find[] = [];
    const ways = new Map<string, number>();
    const open: Way[] = [
      {
        type: this.schema.getQueryType() as GraphQLCompositeType,
        steps: 0,
        isBehindItems: false,
        around: (selection) => `{ ${selection} }`,
      },
    ];
    for (let way = open.shift(); way; way = open.shift()) {
      for (const field of fieldsOf(way.type)) {
        const [call, items] = [this.call(way.type.name, field), itemsOf(field)];
        const type = items?.type ?? getNamedType(field.type);
        if (call === null || !isCompositeType(type)) continue;
        const within = items?.around ?? ((selection: string) => selection);
        if (this.isReported(field)) {
          finds.push({
            name: `${way.type.name}.${field.name}`,
            isBehindItems: way.isBehindItems,
            queryWith: (size) => {
              const found = this.call(way.type.name, field, size);
              return way.around(`found: ${found} { ${within(this.select(type, stepsFromItem))} }`);
            },
          });
        }
        const known = ways.get(type.name) ?? 0;
        if (known >= mostWays || way.steps >= mostSteps) continue;
        ways.set(type.name, known + 1);
        const { around, steps } = way;
        open.push({
          type,
          steps: steps + 1,
          isBehindItems: way.isBehindItems || items !== null,
          around: (selection) => around(`${call} { ${within(selection)} }`),
        });
      }
    }
    const readByThemselves = new Set(
      finds.filter(({ isBehindItems }) => !isBehindItems).map(({ name }) => name),
    );
    return finds.map(({ name, isBehindItems, queryWith }) => {
      const isShort = isBehindItems && readByThemselves.has(name);
      return { name, query: queryWith(isShort ? pageSizeBehindItems : pageSize) };
    });
  }

  private isReported(field: Field): boolean {
    const items = itemsOf(field);
    return items !== null && isCompositeType(items.type) && !this.isPlain(items.type);
  }

  /** Whether all fields of a type are read from its objects: no resolver may load anything, and no rule looks. */
  private isPlain(type: GraphQLNamedType): boolean {
    if (!isCompositeType(type)) return true;
    const known = this.plain.get(type.name);
    if (known !== undefined) return known;
    this.plain.set(type.name, true);
    const all = isAbstractType(type) ? this.schema.getPossibleTypes(type) : [type];
    const isPlain = all.every((each) =>
      fieldsOf(each).every((field) => field.resolve === undefined && this.isPlain(getNamedType(field.type))),
    );
    this.plain.set(type.name, isPlain);
    return isPlain;
  }

  /** What needs more than the object itself, and what that leads to. */
  private select(type: GraphQLCompositeType, steps: number): string {
    const parts = isAbstractType(type)
      ? this.schema.getPossibleTypes(type).map((each) => {
          const parts = this.selectFields(each, steps, `${each.name}_`);
          return parts.length > 0 ? `... on ${each.name} { ${parts.join(' ')} }` : '';
        })
      : this.selectFields(type, steps, '');
    return ['__typename', ...parts].join(' ');
  }

  /** @param prefix makes names of fields differ that have different types */
  private selectFields(type: GraphQLCompositeType, steps: number, prefix: string): string[] {
    return fieldsOf(type).flatMap((field) => {
      const [call, items] = [this.call(type.name, field, pageSizeBehindItems), itemsOf(field)];
      const named = items?.type ?? getNamedType(field.type);
      if (call === null || (field.resolve === undefined && this.isPlain(named))) return [];
      const alias = prefix && `${prefix}${field.name}: `;
      if (!isCompositeType(named)) return [`${alias}${call}`];
      if (steps === 0) return [];
      // Without pages there is no limit to the items.
      const isUnlimited = isListType(getNullableType(field.type));
      const selection = this.select(named, isUnlimited ? 0 : steps - 1);
      return [`${alias}${call} { ${items ? items.around(selection) : selection} }`];
    });
  }

  /** A field with its arguments; null if a required one has no value. */
  private call(typeName: string, { name, args }: Field, size = pageSize): string | null {
    const texts = args.flatMap((argument) => {
      const text = this.texts[`${typeName}.${name}.${argument.name}`] ?? this.inventText(argument, size);
      return text === undefined ? [] : [`${argument.name}: ${text}`];
    });
    const isComplete = args.every(
      (argument) =>
        !isRequiredArgument(argument) || texts.some((text) => text.startsWith(`${argument.name}:`)),
    );
    if (!isComplete) return null;
    return texts.length > 0 ? `${name}(${texts.join(', ')})` : name;
  }

  private inventText(argument: GraphQLArgument, size: number): string | undefined {
    if (argument.name === 'first') return String(size);
    if (!isRequiredArgument(argument)) return undefined;
    const type = getNamedType(argument.type);
    return this.texts[argument.name] ?? (isEnumType(type) ? type.getValues()[0]?.name : undefined);
  }
}
