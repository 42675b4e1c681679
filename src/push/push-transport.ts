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
export interface PushTarget {
  /** Base64. */
  token: string;
  environment: 'production' | 'sandbox';
}

/** How sending has ended. `isLasting`: to try again would end the same way. */
export type PushResult = { isDelivered: true } | { isDelivered: false; error: string; isLasting: boolean };

/** The way out for notifications. */
export interface PushTransport {
  /** Sends to all phones at once; delivered when one of them was. Never throws. */
  send(notification: PushNotification, targets: readonly PushTarget[]): Promise<PushResult>;
  close(): void;
}

/** How long another server may take, in milliseconds. */
export const pushPatience = 5_000;
