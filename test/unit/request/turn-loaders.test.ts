import { setImmediate as turn } from 'node:timers/promises';
import { loadersOfThisTurn } from '../../../src/request/turn-loaders';

describe('loaders of a turn', () => {
  it('are shared by everything with one occasion', () => {
    const occasion = {};
    expect(loadersOfThisTurn(occasion)).toBe(loadersOfThisTurn(occasion));
  });

  it("are separate from those of another occasion, which comes after the first one's look-ups", () => {
    const [created, closed] = [{}, {}];
    expect(loadersOfThisTurn(created)).not.toBe(loadersOfThisTurn(closed));
  });

  it('are dropped after the turn', async () => {
    const occasion = {};
    const loaders = loadersOfThisTurn(occasion);
    await turn();
    expect(loadersOfThisTurn(occasion)).not.toBe(loaders);
  });
});
