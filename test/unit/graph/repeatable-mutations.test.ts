import 'reflect-metadata';
import type { GraphQLField } from 'graphql';
import { buildOpenSchema } from '../../../src/graph/schema';
import { graphParts } from '../../../src/surfaces';

const mutations = Object.values(buildOpenSchema(graphParts).getMutationType()?.getFields() ?? {});

const isRepeatable = ({ extensions }: GraphQLField<unknown, unknown>) => extensions.repeatable !== undefined;
const takesNoKey = ({ extensions }: GraphQLField<unknown, unknown>) => extensions.takesNoKey !== undefined;

/** First words of mutations that create nothing. They refuse keys. */
const changing =
  /^(activate|assign|associate|cancel|configure|confirm|decline|delete|disable|disconnect|discard|dismiss|edit|enable(User|Account)|end|leave|logOut|merge|recompute|refresh|remove|rename|reset|retry|revert|revoke|set|sync|unassign|update|verify)(?![a-z])/;

describe('the mutations of the graph', () => {
  it('either are repeatable, or say why they take no key, or create nothing', () => {
    const undecided = mutations.filter(
      (field) => !isRepeatable(field) && !takesNoKey(field) && !changing.test(field.name),
    );
    expect(undecided.map(({ name }) => name)).toEqual([]);
    const both = mutations.filter((field) => isRepeatable(field) && takesNoKey(field));
    expect(both.map(({ name }) => name)).toEqual([]);
  });

  it('take the key as an argument if they are repeatable, and only then', () => {
    const taking = mutations.filter(({ args }) => args.some(({ name }) => name === 'idempotencyKey'));
    expect(taking.map(({ name }) => name)).toEqual(mutations.filter(isRepeatable).map(({ name }) => name));
  });
});
