import { Dice } from '../simulation/dice';
import { api } from '../support/api';
import type { ServerUnderTest } from '../support/server';
import { placesIn } from './flat-lists';
import { makeOperation } from './graph-requests';
import { addMore } from './more-of-a-world';
import { makeRequest } from './rest-requests';
import { buildWorld, callers, type World } from './world';

const requests = 900;
/** Requests within one world, after which it is likely to have lost much. */
const requestsPerWorld = 150;

async function newWorld(server: ServerUnderTest, number: number): Promise<World> {
  const world = await buildWorld(server, number);
  await addMore(server, world);
  return world;
}

/**
 * Uses everything: creates what accounts and clinics can have, reads each list of the graph, and sends requests that are
 * generated from the descriptions of the routes and of the graph.
 */
export async function useEverything(server: ServerUnderTest): Promise<void> {
  let world = await newWorld(server, 1);
  // Trusted servers see lists of everybody.
  const readers = callers.filter((caller) => caller !== 'server');
  for (const { query } of placesIn(world).find())
    for (const reader of readers) await api(server).graph(query, { token: world.tokenOf(reader) });
  for (let number = 0; number < requests; number += 1) {
    if (number % requestsPerWorld === 0) world = await newWorld(server, number);
    const dice = new Dice(number);
    const caller = dice.oneOf(callers) as (typeof callers)[number];
    const make = number % 3 === 0 ? makeOperation : makeRequest;
    await make(dice, world.ids, api(server), world.tokenOf(caller)).send();
  }
}
