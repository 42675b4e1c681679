import createPlatformClient from 'tidepool-platform-client';
import { gzipSync } from 'node:zlib';
import { newAccount } from '../support/accounts';
import { tokenHeader } from '../support/api';
import { md5 } from '../support/content';
import { rawRequest } from '../support/raw-http';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
const dump = gzipSync('the memory of a pump '.repeat(1000));

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
  await new Promise((resolve, reject) => {
    client.login({ username: email, password }, { noRefresh: true }, (error, session) =>
      error ? reject(error) : resolve(session),
    );
  });
  const { id } = await new Promise<{ id: string }>((resolve, reject) => {
    client.uploadBlobForUser(userId, dump, 'application/gzip', digest, (error, blob) =>
      error ? reject(error) : resolve(blob),
    );
  });
  const { headers, body } = await rawRequest(server.url, `/v1/blobs/${id}/content`, {
    headers: { [tokenHeader]: token },
  });
  expect(headers['content-type']).toBe('application/gzip');
  expect(body).toEqual(dump);
});
