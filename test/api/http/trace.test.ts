import { api } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get } = api(server);

const prefixes = [['X-Tidepool-'], ['X-Service-']];

describe('the trace of a request', () => {
  it('is generated if none is sent, with a new value each time', async () => {
    const answers = await Promise.all([get('/info'), get('/info'), get('/nothing')]);
    const ids = answers.map(({ headers }) => headers.get('x-tidepool-trace-request'));
    expect(new Set(ids).size).toBe(3);
    for (const [index, { headers }] of answers.entries()) {
      expect(ids[index]).toMatch(/^[\w-]{1,64}$/);
      expect(headers.get('x-service-trace-request')).toBe(ids[index]);
      expect(headers.get('x-tidepool-trace-session')).toBeNull();
    }
  });

  it.each(prefixes)('is repeated under all names if it is sent as %sTrace', async (prefix) => {
    const sent = { [`${prefix}Trace-Request`]: 'request-1', [`${prefix}Trace-Session`]: 'session-1' };
    for (const path of ['/info', '/nothing', '/auth/user', '/data/%zz']) {
      const { headers } = await get(path, { headers: sent });
      for (const [name] of prefixes) {
        expect(headers.get(`${name}Trace-Request`)).toBe('request-1');
        expect(headers.get(`${name}Trace-Session`)).toBe('session-1');
      }
    }
  });

  it('is truncated to 64 characters', async () => {
    const { headers } = await get('/info', {
      headers: { 'X-Tidepool-Trace-Request': 'r'.repeat(65), 'X-Tidepool-Trace-Session': 's'.repeat(1000) },
    });
    expect(headers.get('x-tidepool-trace-request')).toBe('r'.repeat(64));
    expect(headers.get('x-tidepool-trace-session')).toBe('s'.repeat(64));
  });

  it('counts as absent if empty', async () => {
    const { headers } = await get('/info', {
      headers: { 'X-Tidepool-Trace-Request': '', 'X-Tidepool-Trace-Session': '' },
    });
    expect(headers.get('x-tidepool-trace-request')).toMatch(/./);
    expect(headers.get('x-tidepool-trace-session')).toBeNull();
  });
});
