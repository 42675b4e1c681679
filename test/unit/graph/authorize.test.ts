import 'reflect-metadata';
import { rule } from 'graphql-shield';
import { authorize } from '../../../src/graph/permissions/authorize';
import { operationName } from '../../../src/request/operation-name';
import { ApiError } from '../../../src/platform/errors';
import type { RequestContext } from '../../../src/request/request-context';

/** The decision about a field whose rule has this verdict, for callers of some kind. */
const decide = (verdict: () => boolean | string | Error, kind: 'user' | 'anonymous' = 'user') => {
  const rules = { Query: { pet: rule({ cache: 'no_cache' })(verdict) } };
  const context = { caller: { kind } } as RequestContext;
  return authorize(rules, { type: 'Query', field: 'pet' }, context);
};

const fail = (error: Error) => () => {
  throw error;
};

describe('the rule of a field', () => {
  it('lets nobody in who is not allowed by it', async () => {
    await expect(decide(() => true)).resolves.toBeUndefined();
    await expect(decide(() => false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(decide(() => false, 'anonymous')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('refuses with its own error', async () => {
    const refusal = new ApiError('CLIENT_NOT_ALLOWED', 'Not this client.');
    await expect(decide(() => refusal)).rejects.toBe(refusal);
  });

  it('has to be there', async () => {
    const context = { caller: { kind: 'user' } } as RequestContext;
    const decided = authorize({ Query: {} }, { type: 'Query', field: 'pet' }, context);
    await expect(decided).rejects.toThrow('The field Query.pet has no permission rule.');
  });

  it('that fails is no refusal', async () => {
    const outage = new Error('The database is away.');
    await expect(decide(fail(outage))).rejects.toBe(outage);
  });
});

it('an operation without a name is known by its kind', () => {
  expect(operationName({ operation: { operation: 'query' } })).toBe('query');
  expect(operationName({ operation: { operation: 'query', name: { value: 'Me' } } })).toBe('query Me');
  expect(operationName({})).toBeUndefined();
});
