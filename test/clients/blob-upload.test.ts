import createPlatformClient from 'tidepool-platform-client';
import { gzipSync } from 'node:zlib';
import { newAccount } from '../support/accounts';
import { tokenHeader } from '../support/api';
import { md5 } from '../support/content';
import { rawRequest } from '../support/raw-http';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
const dump = gzipSync('the memory of a pump '.repeat(1000));

/** The result of one call of the client, which uses callbacks. */
const result = <T>(call: (callback: (error: unknown, result: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(new Error(JSON.stringify(error))) : resolve(value)));
  });

it.each([
  ['with a digest', `MD5=${md5(dump)}`],
  ['without a digest', null],
])('the JavaScript client uploads a device dump %s', async (_how, digest) => {
  const { userId, email, password, token } = await newAccount(server);
  const client = createPlatformClient({
    host: server.url,
    uploadApi: server.url,
    dataHost: server.url,
    metricsSource: 'tests',
    metricsVersion: '1.0.0',
  });
  await result((done) => client.login({ username: email, password }, { noRefresh: true }, done));
  const { id } = await result<{ id: string }>((done) =>
    client.uploadBlobForUser(userId, dump, 'application/gzip', digest, done),
  );
  const { headers, body } = await rawRequest(server.url, `/v1/blobs/${id}/content`, {
    headers: { [tokenHeader]: token },
  });
  expect(headers['content-type']).toBe('application/gzip');
  expect(body).toEqual(dump);
});
