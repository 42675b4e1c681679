/** A notification ready to send. */
export interface PushNotification {
  /** A UUID, the same for retries. */
  id: string;
  recipientId: string;
  followedUserId: string;
  kind: string;
  message: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** When the notification expires, in milliseconds since the epoch. */
  expiresTime: number;
}

/** A phone, as identified by its push service. */
export interface PushPhone {
  /** Base64. */
  token: string;
  environment: 'production' | 'sandbox';
}

/** A browser's push subscription: its endpoint and keys. */
export interface PushBrowser {
  id: string;
  endpoint: string;
  /** Base64url, like `auth`. */
  p256dh: string;
  auth: string;
}

/** All registered devices of a recipient. */
export interface PushTargets {
  phones: readonly PushPhone[];
  browsers: readonly PushBrowser[];
}

/** The outcome of sending. `isLasting`: a retry would fail in the same way. */
export type PushOutcome = { isDelivered: true } | { isDelivered: false; error: string; isLasting: boolean };

/** The outcome of sending to all targets. */
export type PushResult = PushOutcome & {
  /** Ids of browsers whose subscription has ended. */
  goneBrowsers?: readonly string[];
};

/** A transport for notifications. */
export interface PushTransport {
  /** Sends to all targets at once; delivered if one of them received it. Never throws. */
  send(notification: PushNotification, targets: PushTargets): Promise<PushResult>;
  close(): void;
}

/** Milliseconds that another server may take. */
export const pushPatience = 5_000;

/** A server that asks for a delay, or fails, may accept a notification later. */
export const isPassingStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Combines several outcomes: delivered if one is, otherwise worth a retry if one is.
 *
 * @param nobody the error if there are none
 */
export function overallOutcome(outcomes: readonly PushOutcome[], nobody: string): PushOutcome {
  const worthAnotherTry = outcomes.find((outcome) => !outcome.isDelivered && !outcome.isLasting);
  const delivered = outcomes.find(({ isDelivered }) => isDelivered);
  return (
    delivered ?? worthAnotherTry ?? outcomes[0] ?? { isDelivered: false, error: nobody, isLasting: true }
  );
}
