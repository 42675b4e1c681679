import type { Account } from './account';
import type { Client, Call } from './client';
import { sensorReading } from './sensor-records';

/** The kinds of requests of the mixed load. */
export const kinds = ['read', 'page', 'upload', 'setting'] as const;
export type Kind = (typeof kinds)[number];

/** Of twenty requests: 60 % reads, 20 % pages, 15 % uploads and 5 % settings, spread evenly. */
const turns: readonly Kind[] = [
  ...(['read', 'page', 'read', 'upload', 'read', 'read', 'page', 'read', 'read', 'upload'] as const),
  ...(['read', 'page', 'read', 'read', 'setting', 'read', 'page', 'read', 'upload', 'read'] as const),
];

/** An hour of a sensor that measures every five minutes. */
const readingsOfUpload = 12;
const readingsOfPage = 24;

const pageQuery = `query Page($first: Int!) { me { id profile { fullName }
  data(types: [CBG], order: NEWEST_FIRST, first: $first) {
    edges { node { id time ... on ContinuousGlucose { value } } } } } }`;

/** A caller of the mixed load: an account with a profile and a data set. */
export interface Caller {
  account: Account;
  dataSetId: string;
}

/** Durations in milliseconds by kind, and how many requests failed. */
export interface Observed {
  durations: Record<Kind, number[]>;
  errors: number;
  /** Milliseconds from the first request to the last answer. */
  time: number;
}

/** Sends the mixed load of many callers. No two requests upload the same reading. */
export class MixedLoad {
  private uploads = 0;

  constructor(private readonly callers: readonly Caller[]) {}

  /**
   * Sends requests for a time, and waits for the last answers.
   *
   * @param clients where to; several processes take turns
   * @param milliseconds within which the last request is sent
   */
  async run(clients: readonly Client[], atOnce: number, milliseconds: number): Promise<Observed> {
    const durations: Observed['durations'] = { read: [], page: [], upload: [], setting: [] };
    let errors = 0;
    const begun = performance.now();
    const worker = async (number: number) => {
      for (let turn = number * 7; performance.now() - begun < milliseconds; turn += 1) {
        const kind = turns[turn % turns.length] ?? 'read';
        const caller = this.callers[number % this.callers.length];
        const client = clients[number % clients.length];
        if (!caller || !client) throw new Error('There are no callers.');
        const { path, call } = this.request(kind, caller, turn);
        const from = performance.now();
        try {
          await client.send(path, { ...call, discard: true });
          durations[kind].push(performance.now() - from);
        } catch (error) {
          errors += 1;
          // The first one tells what is wrong with all of a kind.
          if (errors === 1) console.error(error);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, number) => worker(number)));
    return { durations, errors, time: performance.now() - begun };
  }

  private request(kind: Kind, { account, dataSetId }: Caller, turn: number): { path: string; call: Call } {
    const { headers } = account;
    const json = { ...headers, 'content-type': 'application/json' };
    const profile = `/metadata/${account.userId}/profile`;
    if (kind === 'read') return { path: turn % 2 === 0 ? '/auth/user' : profile, call: { headers } };
    if (kind === 'page') {
      const body = JSON.stringify({ query: pageQuery, variables: { first: readingsOfPage } });
      return { path: '/graphql', call: { method: 'POST', headers: json, body } };
    }
    if (kind === 'setting') {
      const body = JSON.stringify(profileOf(turn));
      return { path: profile, call: { method: 'PUT', headers: json, body } };
    }
    this.uploads += 1;
    const first = this.uploads * readingsOfUpload;
    const body = Array.from({ length: readingsOfUpload }, (_, index) => sensorReading(first + index));
    const path = `/v1/datasets/${dataSetId}/data`;
    return { path, call: { method: 'POST', headers: json, body: JSON.stringify(body) } };
  }
}

/** A profile that differs for each turn. */
export const profileOf = (turn: number) => ({
  fullName: 'Ann Example',
  patient: { birthday: '2001-01-01', about: `Setting ${turn}` },
});
