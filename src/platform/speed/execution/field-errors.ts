import type { GraphQLError, GraphQLResolveInfo } from 'graphql';

export type Path = GraphQLResolveInfo['path'];

/** The path from the root, as in responses. */
export function pathKeys(path: Path | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let place = path; place; place = place.prev) keys.push(place.key);
  return keys.reverse();
}

/**
 * The errors of an operation. Errors below a place that has already become null because of an error are not
 * reported. ("Handling field errors" in the GraphQL specification, section 6.4.4.)
 */
export class FieldErrors {
  readonly all: GraphQLError[] = [];
  /** Places that have become null; undefined is the whole result. */
  private readonly places = new Set<Path | undefined>();

  add(error: GraphQLError, path: Path | undefined): void {
    if (this.isNull(path)) return;
    this.places.add(path);
    this.all.push(error);
  }

  private isNull(path: Path | undefined): boolean {
    if (this.places.size === 0) return false;
    for (let place = path; place; place = place.prev) if (this.places.has(place)) return true;
    return this.places.has(undefined);
  }
}
