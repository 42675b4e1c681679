/** Who sends a request, as far as that matters when it comes again. */
export interface Sender {
  /** The account of the caller. */
  userId: string;
  /** What the sender calls the request: one that comes again with it is the same request. */
  key?: string;
  /** What becomes of the answer; absent where that cannot be known. */
  delivery?: {
    /** True once the sender is gone before the answer. */
    readonly isLost: boolean;
    /** Resolves when the answer is sent, or lost. */
    readonly over: Promise<void>;
    /** Resolves when `isLost` says how things stand. */
    look(): Promise<void>;
  };
}
