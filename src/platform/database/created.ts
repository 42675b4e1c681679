import type { EntityManager } from 'typeorm';

/** What each open transaction creates. */
const created = new WeakMap<EntityManager, string>();

/** Begins a transaction that has created nothing yet. */
export const beginCreated = (manager: EntityManager): boolean => created.delete(manager);

/**
 * Declares the id of what a transaction creates on behalf of its request. A repetition of the request gets its response
 * from this id.
 */
export function declareCreated(manager: EntityManager, id: string): void {
  created.set(manager, id);
}

/** The declared id; undefined if there is none. */
export const readCreated = (manager: EntityManager): string | undefined => created.get(manager);
