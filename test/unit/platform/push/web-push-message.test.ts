import { createECDH } from 'node:crypto';
import { encryptForBrowser } from '../../../../src/platform/push/web-push-message';
import { newWebPushKeys } from '../../../support/push-service';

const fromBase64Url = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('a message to a browser', () => {
  it('is encrypted as in the example of RFC 8291, section 5', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(fromBase64Url('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
    const browser = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const unique = { salt: fromBase64Url('DGv6ra1nlYgDCS1FRnbzlw'), sender };
    const body = encryptForBrowser('When I grow up, I want to be a watermelon', browser, unique);
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
        'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('never looks like another one', () => {
    const key = createECDH('prime256v1');
    key.generateKeys();
    const browser = {
      p256dh: key.getPublicKey('base64url'),
      auth: Buffer.alloc(16, 1).toString('base64url'),
    };
    const [one, other] = [1, 2].map(() => encryptForBrowser('the same', browser).toString('base64url'));
    expect(one).not.toBe(other);
  });

  it.each([
    ['no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) }],
    ['no key', { p256dh: '', auth: 'A'.repeat(22) }],
    ['a short secret', { p256dh: newWebPushKeys().publicKey, auth: 'AAAA' }],
  ])('is not encrypted with %s', (_name, browser) => {
    expect(() => encryptForBrowser('text', browser)).toThrow();
  });
});
