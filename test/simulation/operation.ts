import type { Answer } from '../support/api';
import type { Dice } from './dice';
import type { Register } from './register';
import type { Actor, Scene } from './scene';

/** A register and what it is when the request has been carried out. */
export type Change = readonly [register: Register, after: unknown];

/** `change(register, after)`, with the types checked. */
export const change = <T>(register: Register<T>, after: T | undefined): Change => [register, after];

/** A request that is about to be sent, and what is known of it beforehand. */
export interface Attempt {
  /** For the list of what was done. */
  what: string;
  /** Whether the sender may do this, and it can be done: it must be carried out then, and refused otherwise. */
  isAllowed: boolean;
  send: () => Promise<Answer>;
  /** What decides about it: nothing of this may be open. What it changes is part of it by itself. */
  dependsOn?: readonly Register[];
  changes: readonly Change[];
  /** Whether the same request may be sent again when it had no answer, and is carried out once nevertheless. */
  isRepeatable?: boolean;
  /** Takes over what the answer tells, such as ids. */
  learn?: (answer: Answer) => void;
}

/** One kind of thing that people do. */
export interface Operation {
  name: string;
  /** How often it is chosen, compared with others; 1 when absent. */
  weight?: number;
  /** What somebody does next; undefined when there is nothing of the kind to do. It changes nothing of what is known. */
  attempt: (scene: Scene, dice: Dice) => Attempt | undefined;
}

/** What the simulation knows of an area: what people do there, and how to compare what is there with what is known. */
export interface Area {
  name: string;
  operations: readonly Operation[];
  /** Reads everything of the area and settles it. Throws a {@link Contradiction} when something cannot be. */
  check: (scene: Scene) => Promise<void>;
  /** What the service has promised and is still at, in words; it must come to an end. */
  unfinished?: (scene: Scene) => Promise<string[]>;
  /** What becomes of the area's registers when an account is gone for good. */
  afterDeletion?: (scene: Scene, actor: Actor) => Change[];
}
