import type { IRules } from 'graphql-shield';
import type { ClassType } from 'type-graphql';
import type { NodeType } from '../resolvers/node-type';
import type { JsonSchema, Route } from './route';

/**
 * The second door of an area: its public interface. The index of surfaces (`src/surfaces.ts`) lists each one; graph,
 * REST routes and API reference are built from them.
 */
export interface Surface {
  readonly name: string;
  readonly resolvers: readonly ClassType<object>[];
  /** GraphQL types that no field references, because they only implement an interface. */
  readonly types?: readonly ClassType<object>[];
  /** The types of the area that are found by their id. */
  readonly nodes?: readonly NodeType[];
  /** Permission rules by field. A function is called once all resolvers are known. */
  readonly rules: readonly (IRules | (() => IRules))[];
  readonly routes?: readonly Route[];
  /** Schemas of the API reference outside the table of record types, by name. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
}
