import type { RunningServer } from '../support/server-process';
import { Client } from './client';

const jsonBody = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) });

/** An account on the measured server, with a token of its owner. */
export class Account {
  readonly client: Client;

  private constructor(
    server: RunningServer,
    readonly userId: string,
    readonly token: string,
  ) {
    this.client = new Client(server.url);
  }

  get headers() {
    return { 'x-tidepool-session-token': this.token };
  }

  static async open(server: RunningServer, name: string): Promise<Account> {
    const email = `${name}+${server.verificationSecret}@example.com`;
    const client = new Client(server.url);
    const body = { username: email, emails: [email], password: 'correct-horse' };
    const { text, headers } = await client.send('/auth/user', jsonBody(body));
    client.close();
    const { userid } = JSON.parse(text) as { userid: string };
    return new Account(server, userid, String(headers['x-tidepool-session-token']));
  }

  /** Creates a continuous data set whose records replace each other by `origin.id`; returns its id. */
  async createDataSet(): Promise<string> {
    const dataSet = {
      client: { name: 'org.example.bench', version: '1.0.0' },
      dataSetType: 'continuous',
      deduplicator: { name: 'org.tidepool.deduplicator.dataset.delete.origin' },
    };
    const path = `/v1/users/${this.userId}/data_sets`;
    const { text } = await this.client.send(path, { ...jsonBody(dataSet), headers: this.headers });
    return (JSON.parse(text) as { data: { uploadId: string } }).data.uploadId;
  }

  /** Uploads batches, one after the other. */
  async upload(dataSetId: string, batches: Iterable<string>): Promise<void> {
    for (const body of batches) {
      await this.client.send(`/v1/datasets/${dataSetId}/data`, {
        method: 'POST',
        headers: this.headers,
        body,
      });
    }
  }

  close(): void {
    this.client.close();
  }
}
