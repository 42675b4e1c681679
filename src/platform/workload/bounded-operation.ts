import { endReason, operationTimeout, tooMuchData, type ApiError } from '../errors';
import { weigh } from './weight';

/** Limits of one operation that reads. */
export interface OperationLimits {
  /** Milliseconds. */
  duration: number;
  /** Bytes that it may gather for its answer. */
  memory: number;
}

const endLate = (operation: BoundedOperation, duration: number): void =>
  operation.end(operationTimeout(duration));

/**
 * An operation that reads, limited in time and memory. Its signal is aborted, with the error for the caller as its reason,
 * when the time is over, when it has gathered too much, or when its caller has disconnected. Must be closed.
 */
export class BoundedOperation {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly leave: (() => void) | undefined;
  private held = 0;

  constructor(
    private readonly limits: OperationLimits,
    /** Who asks. Accounts take turns where operations have to wait. */
    readonly account: string,
    private readonly leaving?: AbortSignal,
  ) {
    this.timer = setTimeout(endLate, limits.duration, this, limits.duration).unref();
    if (!leaving) return;
    const leave = () => this.end(endReason(leaving));
    if (leaving.aborted) leave();
    else leaving.addEventListener('abort', leave);
    this.leave = leave;
  }

  /** Aborted when the operation ends before its answer is complete. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Counts bytes that the operation holds in memory until it is answered. Ends it, and throws, when these are too many.
   */
  hold(bytes: number): void {
    this.held += bytes;
    if (this.held <= this.limits.memory) return;
    this.end(tooMuchData(this.limits.memory));
    throw endReason(this.signal);
  }

  /** Counts what was loaded. */
  async counted<Found>(loading: Promise<Found>): Promise<Found> {
    const found = await loading;
    this.hold(weigh(found));
    return found;
  }

  /** From here on nothing ends it. */
  close(): void {
    clearTimeout(this.timer);
    if (this.leave) this.leaving?.removeEventListener('abort', this.leave);
  }

  /** Ends it for a reason that its caller gets to know. */
  end(reason: ApiError): void {
    this.controller.abort(reason);
    this.close();
  }
}
