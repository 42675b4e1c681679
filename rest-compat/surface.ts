import type { IRules } from 'graphql-shield';
import type { ClassType } from 'type-graphql';
import type { JsonSchema, Route } from './route';

/**
 * The second door of an area: all that the world sees of it. The index of surfaces (`src/surfaces.ts`) names each door
 * once; the graph, the REST routes and the API reference are made of what it lists.
 */
export interface Surface {
  readonly name: string;
  readonly resolvers: readonly ClassType<object>[];
  /** Types of the graph that no field names, because they only stand behind an interface. */
  readonly types?: readonly ClassType<object>[];
  /** Who may use which field. A function is called once the resolvers are known. */
  readonly rules: readonly (IRules | (() => IRules))[];
  readonly routes?: readonly Route[];
  /** Schemas of the API reference that do not come from the table of record types, by name. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
}
