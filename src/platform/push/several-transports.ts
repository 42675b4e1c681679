import {
  overallOutcome,
  type PushNotification,
  type PushResult,
  type PushTargets,
  type PushTransport,
} from './push-transport';

/** Sends through several transports at once: delivered if one of them succeeds. */
export class SeveralTransports implements PushTransport {
  constructor(private readonly transports: readonly PushTransport[]) {}

  async send(notification: PushNotification, targets: PushTargets): Promise<PushResult> {
    const results = await Promise.all(
      this.transports.map((transport) => transport.send(notification, targets)),
    );
    const overall = overallOutcome(results, 'No transport is configured.');
    const goneBrowsers = results.flatMap((result) => result.goneBrowsers ?? []);
    if (overall.isDelivered) return { isDelivered: true, goneBrowsers };
    const error = results.flatMap((result) => (result.isDelivered ? [] : [result.error])).join(' ');
    return { ...overall, error, goneBrowsers };
  }

  close(): void {
    for (const transport of this.transports) transport.close();
  }
}
