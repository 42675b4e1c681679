import { pushes } from '../telemetry/measures';
import { markFailed, traced } from '../telemetry/tracing';
import type { PushNotification, PushOutcome, PushResult, PushTargets, PushTransport } from './push-transport';

/** The outcome as a label: `refused` if a retry would fail in the same way. */
function outcomeLabel(outcome: PushOutcome): string {
  if (outcome.isDelivered) return 'delivered';
  return outcome.isLasting ? 'refused' : 'failed';
}

/** A transport whose notifications are counted and traced. */
export class ObservedTransport implements PushTransport {
  constructor(
    private readonly name: string,
    private readonly transport: PushTransport,
  ) {}

  send(notification: PushNotification, targets: PushTargets): Promise<PushResult> {
    const describe = () => ({
      name: `push ${this.name}`,
      attributes: { 'glycograph.push.kind': notification.kind },
    });
    return traced(describe, async (span) => {
      const result = await this.transport.send(notification, targets);
      const outcome = outcomeLabel(result);
      pushes.inc({ transport: this.name, outcome });
      if (span && outcome !== 'delivered') markFailed(span, outcome);
      return result;
    });
  }

  close(): void {
    this.transport.close();
  }
}
