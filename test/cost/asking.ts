import type { Json } from '../support/api';
import type { DemoApp } from './demo-app';
import { usageOf, type Usage } from './meter';

/** The cost of an operation as it was admitted, and of what its answer holds. */
export interface Declared {
  requested: number;
  actual: number;
}

/** Sends operations to the demo. */
export class Asking {
  /** Why nobody was answered last. */
  refusals: string[] = [];

  constructor(private readonly demo: DemoApp) {}

  /**
   * What an operation declares, and a token of a caller whom it is answered without an error; undefined if there is none.
   */
  async declared(query: string): Promise<{ declared: Declared; token: string } | undefined> {
    this.refusals = [];
    for (const token of this.demo.tokens) {
      const body: Json = JSON.parse(await this.send(query, token, { cost: true }));
      if (!body.errors && body.extensions) return { declared: body.extensions.cost, token };
      this.refusals.push(body.errors?.[0]?.message);
    }
    return undefined;
  }

  /** What an operation takes. */
  measure(query: string, token: string): Promise<Usage> {
    return usageOf(async () => (await this.send(query, token)).length);
  }

  private async send(query: string, token: string, extensions?: object): Promise<string> {
    const response = await fetch(`${this.demo.own.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tidepool-session-token': token },
      body: JSON.stringify({ query, extensions }),
    });
    return response.text();
  }
}
