import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeviceCheckService } from '../../../../src/records/device-tokens/device-check.service';

/** A stub of Apple's service; responds with the status that the device token names. */
const asked: { authorization?: string; body: Record<string, unknown> }[] = [];
let apple: Server;
let url: string;

beforeAll(async () => {
  apple = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
      asked.push({ authorization: request.headers.authorization, body });
      response.writeHead(Number(body.device_token)).end();
    });
  }).listen(0, '127.0.0.1');
  await once(apple, 'listening');
  url = `http://127.0.0.1:${(apple.address() as AddressInfo).port}`;
});

afterAll(() => apple.close());

describe('a device', () => {
  it('is genuine if Apple says so, with a signed request', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { privateKey: await exportPKCS8(privateKey), keyId: 'key', teamId: 'team' };
    const checks = new DeviceCheckService({ url, key });
    expect(await checks.isReal('200')).toBe(true);
    expect(await checks.isReal('400')).toBe(false);
    await expect(checks.isReal('500')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const [first] = asked;
    const token = first?.authorization?.replace('Bearer ', '') ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, publicKey);
    expect([payload.iss, protectedHeader.kid]).toEqual(['team', 'key']);
    expect(first?.body).toMatchObject({
      device_token: '200',
      transaction_id: expect.any(String),
      timestamp: expect.any(Number),
    });
  });

  it('is not checked without a key', async () => {
    const before = asked.length;
    expect(await new DeviceCheckService({ url }).isReal('200')).toBe(false);
    expect(asked).toHaveLength(before);
  });
});
