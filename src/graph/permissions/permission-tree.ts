import type { IRules } from 'graphql-shield';
import { closeToForeignClients } from './foreign-clients';

/** The rules of an area; functions are called after the schema is built. */
export type AreaRules = IRules | (() => IRules);

/** The rule of each guarded field, by type. */
export type RuleTree = Readonly<Record<string, Record<string, unknown> | undefined>>;

/**
 * Merges the trees of the areas; types such as `Query` and `User` get fields from several. Throws when a field has
 * two rules.
 */
function merge(trees: readonly IRules[]): IRules {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const tree of trees) {
    for (const [type, fields] of Object.entries(tree as Record<string, Record<string, unknown>>)) {
      const known = (merged[type] ??= {});
      const twice = Object.keys(fields).find((field) => Object.hasOwn(known, field));
      if (twice !== undefined) throw new Error(`There are two rules for ${type}.${twice}.`);
      Object.assign(known, fields);
    }
  }
  return merged as IRules;
}

/**
 * The rules of all guarded fields. Fields that lead to an object are denied unless listed. Called after the schema
 * is built.
 */
export const permissionTree = (rules: readonly AreaRules[]): RuleTree =>
  closeToForeignClients(merge(rules.map((each) => (typeof each === 'function' ? each() : each)))) as RuleTree;
