/** The fate of a response. */
export interface AnswerDelivery {
  /**
   * True if the sender disconnected before the response, or the connection broke before the response can have
   * arrived.
   */
  readonly isLost: boolean;
  /** Resolves when the response has been sent or is lost. */
  readonly over: Promise<void>;
  /** Resolves when `isLost` is final. */
  readonly known: Promise<void>;
  /** Resolves when `isLost` reflects the current state. */
  look(): Promise<void>;
}

/** The sender of a request, as far as it matters for repetitions. */
export interface Sender {
  /** The caller's account. */
  userId: string;
  /** The idempotency key: a request with the same key is the same request. */
  key?: string;
  /** How often the request has performed the same operation before; a graph request may do so several times. */
  repetitionOf?: (purpose: string) => number;
  /** Absent if it cannot be known. */
  delivery?: AnswerDelivery;
}
