import type { GuardedField } from '../src/request/guarded-field';
import type { RequestContext } from '../src/request/request-context';

interface Described<Entity> {
  /** Name of the type in the graph. */
  type: string;
  /**
   * The entity with the values in its id; null or a refusal where there is none. It declares a parameter for each value,
   * and loads entities that are asked for at once together.
   */
  load: (context: RequestContext, ...key: string[]) => Promise<Entity | null>;
  /**
   * The field by which the caller otherwise gets to the entity. Its rule decides about `node`, too, so that a second
   * way can never be wider than the first one.
   */
  way: (entity: Entity, context: RequestContext) => GuardedField | Promise<GuardedField>;
}

/** A type whose id is made of the values that identify it. */
interface Composed<Entity> extends Described<Entity> {
  /** The values of which the id is made, in the order in which `load` takes them. */
  key: (entity: Entity) => readonly string[];
}

/** A type that has had an id of its own since before there was `node`. */
interface WithOwnId<Entity> extends Described<Entity> {
  /** What its ids look like: others are not looked up. */
  ownId: RegExp;
  /** Whether clients choose the ids: one that looks like that of another type then belongs to the other one. */
  isChosenByClients?: boolean;
}

/** A type of the graph whose values are found by their id (`Query.node`). */
export type NodeType<Entity = never> = Composed<Entity> | WithOwnId<Entity>;

/** Checks a node type against its entity, and forgets which one that is. */
export const nodeType = <Entity extends object>(described: NodeType<Entity>): NodeType =>
  described as unknown as NodeType;

/** 24 lower-case hexadecimal characters: clinics and their parts, messages, prescriptions, tasks. */
export const hex24 = /^[0-9a-f]{24}$/;

/** 32 lower-case hexadecimal characters: what accounts hold. */
export const hex32 = /^[0-9a-f]{32}$/;

/** Lower-case: newer accounts, notifications, devices in the catalog. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
