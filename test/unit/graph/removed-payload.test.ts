import 'reflect-metadata';
import { removedMany } from '../../../resolvers/removed-payload';

it.each([0, 1, 1_000, 1_001])('of %d removed things, at most 1,000 are named', (count) => {
  const ids = Array.from({ length: count }, (_, index) => `id${index}`);
  const { deletedCount, removedIds } = removedMany(ids);
  expect(deletedCount).toBe(count);
  expect(removedIds).toEqual(ids.slice(0, 1_000));
});
