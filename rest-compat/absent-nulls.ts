import type { JsonSchema } from './route';

/** A schema that takes null as well. What has no type takes it anyway, and OpenAPI 3.0 cannot say it of references. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return schema;
  const words = schema.enum as readonly unknown[] | undefined;
  return { ...schema, nullable: true, ...(words && { enum: [...words, null] }) };
}

/** The schema of a body in which null counts as absent, at any depth: what is not required may be null. */
export function nullsAsAbsent(schema: JsonSchema): JsonSchema {
  const {
    items,
    properties,
    required = [],
  } = schema as {
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const inner = (name: string, property: JsonSchema) =>
    required.includes(name) ? nullsAsAbsent(property) : orNull(nullsAsAbsent(property));
  return {
    ...schema,
    ...(items && { items: nullsAsAbsent(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, inner(name, property)]),
      ),
    }),
  };
}

/** The schema of an answer that leaves out what there is not, from that of a body: nothing in it is null. */
export function neverNull(schema: JsonSchema): JsonSchema {
  const { nullable, properties, ...kept } = schema as {
    nullable?: boolean;
    properties?: Record<string, JsonSchema>;
  };
  const words = schema.enum as readonly unknown[] | undefined;
  return {
    ...kept,
    ...(nullable && words && { enum: words.filter((word) => word !== null) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, neverNull(property)]),
      ),
    }),
  };
}
