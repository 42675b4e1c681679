import { Agent as HttpAgent, request as requestHttp, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { generateRequestDetails } from 'web-push';
import { now } from '../clock';
import { publicLookup, type PushEndpoints } from './push-endpoints';
import {
  isPassingStatus,
  overallOutcome,
  pushPatience,
  type PushBrowser,
  type PushNotification,
  type PushOutcome,
  type PushResult,
  type PushTargets,
  type PushTransport,
} from './push-transport';

/** The identity of the service toward push services (VAPID, RFC 8292). */
export interface WebPushKeys {
  /** Base64url, like the private key. */
  publicKey: string;
  privateKey: string;
  /** `mailto:` or `https:`: how push services contact the operator. */
  subject: string;
}

/** Statuses for a subscription that has ended (RFC 8030, section 7.3). */
const isGone = (status: number): boolean => status === 404 || status === 410;

/** Sends to browsers through the push services of their makers, encrypted end to end. */
export class WebPushTransport implements PushTransport {
  private readonly guarded = new HttpsAgent({ keepAlive: true, lookup: publicLookup });
  private readonly trusted = { http: new HttpAgent(), https: new HttpsAgent() };

  constructor(
    private readonly keys: WebPushKeys,
    private readonly endpoints: PushEndpoints,
  ) {}

  async send(notification: PushNotification, { browsers }: PushTargets): Promise<PushResult> {
    const results = await Promise.all(
      browsers.map(async (browser) => ({ browser, ...(await this.sendTo(browser, notification)) })),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    const goneBrowsers = results.filter((result) => result.isGone).map(({ browser }) => browser.id);
    return { ...overallOutcome(outcomes, 'The recipient has no browser.'), goneBrowsers };
  }

  private async sendTo(
    browser: PushBrowser,
    notification: PushNotification,
  ): Promise<{ outcome: PushOutcome; isGone: boolean }> {
    const failure = (error: string, isLasting: boolean) => ({
      isDelivered: false as const,
      error,
      isLasting,
    });
    const url = this.endpoints.parse(browser.endpoint);
    if (!url)
      return { outcome: failure('The push address of the browser is not allowed.', true), isGone: false };
    try {
      const status = await this.post(url, this.buildRequest(browser, notification));
      if (status >= 200 && status < 300) return { outcome: { isDelivered: true }, isGone: false };
      const error = `The push service of the browser answered ${status}.`;
      return { outcome: failure(error, !isPassingStatus(status)), isGone: isGone(status) };
    } catch {
      return { outcome: failure('The push service of the browser did not answer.', false), isGone: false };
    }
  }

  private buildRequest({ endpoint, p256dh, auth }: PushBrowser, notification: PushNotification) {
    const { id, followedUserId, kind, message, createdTime, expiresTime } = notification;
    const payload = { id, followedUserId, kind, message, createdTime: new Date(createdTime).toISOString() };
    return generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: this.keys,
      TTL: Math.max(0, Math.ceil((expiresTime - now()) / 1000)),
      urgency: 'high',
      // Queued once, even if sent twice while the browser is offline.
      topic: id.replaceAll('-', ''),
    });
  }

  /** Posts to a push service; resolves to the status of the response. Redirects are not followed. */
  private post(url: URL, { headers, body }: ReturnType<typeof generateRequestDetails>): Promise<number> {
    const isPlain = url.protocol === 'http:';
    const trustedAgent = isPlain ? this.trusted.http : this.trusted.https;
    const agent = this.endpoints.isTrusted(url) ? trustedAgent : this.guarded;
    const signal = AbortSignal.timeout(pushPatience);
    const options: RequestOptions = { method: 'POST', headers, agent, signal };
    return new Promise((resolve, reject) => {
      const request = (isPlain ? requestHttp : requestHttps)(url, options, (answer) => {
        answer.resume();
        answer.on('error', reject);
        resolve(answer.statusCode ?? 0);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    for (const agent of [this.guarded, this.trusted.http, this.trusted.https]) agent.destroy();
  }
}
