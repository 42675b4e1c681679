import type { LetIn } from './subjects';

/** Whom a route or a field lets in. Everybody else is refused. */
export interface Expectation {
  who: LetIn;
  /**
   * Parts of the address, or arguments, that are not those of the owner's account: a text; or `@name`, something new
   * of that name in the account of the owner (see `makers` in world.ts), or an account (`@friend`, `@self`).
   */
  with?: Readonly<Record<string, string>>;
  /** What is sent, where the rule is asked only once the request is complete. */
  body?: unknown;
}

/** One expectation, or several where it depends on what is asked for. */
export type Expected = LetIn | Expectation | readonly Expectation[];
