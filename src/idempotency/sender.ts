/** What becomes of an answer. */
export interface AnswerDelivery {
  /** True once the sender is gone before the answer, or the connection has broken before the answer can have arrived. */
  readonly isLost: boolean;
  /** Resolves when the answer has left, or is lost. */
  readonly over: Promise<void>;
  /** Resolves when `isLost` says it for good. */
  readonly known: Promise<void>;
  /** Resolves when `isLost` says how things stand. */
  look(): Promise<void>;
}

/** Who sends a request, as far as that matters when it comes again. */
export interface Sender {
  /** The account of the caller. */
  userId: string;
  /** What the sender calls the request: one that comes again with it is the same request. */
  key?: string;
  /** How often the request has asked for the same kind of thing before: one of the graph may do so several times. */
  repetitionOf?: (purpose: string) => number;
  /** Absent where it cannot be known. */
  delivery?: AnswerDelivery;
}
