import type { Answer } from '../support/api';
import type { Dice } from './dice';
import type { Register } from './register';
import type { Actor, Scene } from './scene';

/** A register, and its value after the request was executed. */
export type Change = readonly [register: Register, after: unknown];

/** `change(register, after)`, type-checked. */
export const change = <T>(register: Register<T>, after: T | undefined): Change => [register, after];

/** A request about to be sent, and its expected outcome. */
export interface Attempt {
  /** For the log of steps. */
  what: string;
  /**
   * Whether the sender has permission and the request is possible: then it must succeed, and must be refused otherwise.
   */
  isAllowed: boolean;
  send: () => Promise<Answer>;
  /**
   * Registers that the outcome depends on; none may have a pending change. Changed registers are included
   * automatically.
   */
  dependsOn?: readonly Register[];
  changes: readonly Change[];
  /** Whether the request may be repeated if the response was lost, and is still executed only once. */
  isRepeatable?: boolean;
  /** Stores values from the response, such as ids. */
  learn?: (answer: Answer) => void;
}

/** A kind of operation. */
export interface Operation {
  name: string;
  /** Relative frequency; 1 by default. */
  weight?: number;
  /** The next operation; undefined if none is possible. It does not change the model. */
  attempt: (scene: Scene, dice: Dice) => Attempt | undefined;
}

/** The simulation's model of an area: operations, and a comparison with the service. */
export interface Area {
  name: string;
  operations: readonly Operation[];
  /**
   * Reads all data of the area and settles pending changes. Throws a {@link Contradiction} if something is impossible.
   */
  check: (scene: Scene) => Promise<void>;
  /** Background work that the service has promised and not finished, in words; it must finish. */
  unfinished?: (scene: Scene) => Promise<string[]>;
  /** Changes the registers of the area after an account was deleted permanently. */
  afterDeletion?: (scene: Scene, actor: Actor) => Change[];
}
