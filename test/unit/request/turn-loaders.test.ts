import { setImmediate as turn } from 'node:timers/promises';
import { loadersOfThisTurn } from '../../../src/request/turn-loaders';

describe('loaders of a turn', () => {
  it('are shared by all that one occasion brings about', () => {
    const occasion = {};
    expect(loadersOfThisTurn(occasion)).toBe(loadersOfThisTurn(occasion));
  });

  it('are not those of another occasion, which comes after what the first has looked up', () => {
    const [created, closed] = [{}, {}];
    expect(loadersOfThisTurn(created)).not.toBe(loadersOfThisTurn(closed));
  });

  it('are gone with the turn', async () => {
    const occasion = {};
    const loaders = loadersOfThisTurn(occasion);
    await turn();
    expect(loadersOfThisTurn(occasion)).not.toBe(loaders);
  });
});
