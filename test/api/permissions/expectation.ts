import type { LetIn } from './subjects';

/** The callers who may use a route or field. All others are refused. */
export interface Expectation {
  who: LetIn;
  /**
   * Path parameters or arguments that differ from those of the owner's account: a text; `@name`, a new object of that
   * kind in the owner's account (see `makers` in world.ts); or an account (`@friend`, `@self`).
   */
  with?: Readonly<Record<string, string>>;
  /** The body, if the rule is only checked once the request is complete. */
  body?: unknown;
}

/** One expectation, or several if it depends on the request. */
export type Expected = LetIn | Expectation | readonly Expectation[];
