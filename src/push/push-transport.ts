/** A notification ready to be sent. */
export interface PushNotification {
  /** A UUID; the same when it is tried again. */
  id: string;
  recipientId: string;
  followedUserId: string;
  kind: string;
  message: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
  /** When it is too late to be told, in milliseconds since the epoch. */
  expiresTime: number;
}

/** A phone, as its push service knows it. */
export interface PushPhone {
  /** Base64. */
  token: string;
  environment: 'production' | 'sandbox';
}

/** A browser, as it has told where it gets messages and how they are encrypted. */
export interface PushBrowser {
  id: string;
  endpoint: string;
  /** Base64url, like `auth`. */
  p256dh: string;
  auth: string;
}

/** Everything that a recipient has told of. */
export interface PushTargets {
  phones: readonly PushPhone[];
  browsers: readonly PushBrowser[];
}

/** How sending has ended. `isLasting`: to try again would end the same way. */
export type PushOutcome = { isDelivered: true } | { isDelivered: false; error: string; isLasting: boolean };

/** How sending to all targets has ended. */
export type PushResult = PushOutcome & {
  /** Ids of browsers that do not want messages any more. */
  goneBrowsers?: readonly string[];
};

/** The way out for notifications. */
export interface PushTransport {
  /** Sends to all targets at once; delivered when one of them was. Never throws. */
  send(notification: PushNotification, targets: PushTargets): Promise<PushResult>;
  close(): void;
}

/** How long another server may take, in milliseconds. */
export const pushPatience = 5_000;

/** A server that asks for patience, or that fails, may take a notification later. */
export const isPassingStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * What several outcomes come to: delivered when one is, and otherwise worth another try when one is.
 *
 * @param nobody what is wrong when there are none
 */
export function overallOutcome(outcomes: readonly PushOutcome[], nobody: string): PushOutcome {
  const worthAnotherTry = outcomes.find((outcome) => !outcome.isDelivered && !outcome.isLasting);
  const delivered = outcomes.find(({ isDelivered }) => isDelivered);
  return (
    delivered ?? worthAnotherTry ?? outcomes[0] ?? { isDelivered: false, error: nobody, isLasting: true }
  );
}
