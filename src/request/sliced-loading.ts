type Dispatch = () => void;

const resolved = Promise.resolve();

const dispatchUnlessHeld = (loading: SlicedLoading, dispatch: Dispatch): void => loading.dispatch(dispatch);

/**
 * Decides when batches of a request are loaded: once nothing more can be asked for in this tick, and not while work in
 * slices goes on, whose later slices ask for more of the same.
 */
export class SlicedLoading {
  private running = 0;
  private held: Dispatch[] = [];

  /** Loads a batch after all code that can run now, as DataLoader itself does. */
  dispatchLater(dispatch: Dispatch): void {
    void resolved.then(() => process.nextTick(dispatchUnlessHeld, this, dispatch));
  }

  /** Loads a batch, or keeps it until the work in slices is done. */
  dispatch(dispatch: Dispatch): void {
    if (this.running > 0) this.held.push(dispatch);
    else dispatch();
  }

  /** Runs work in slices. It must not wait for anything that it loads. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.running === 0) for (const dispatch of this.held.splice(0)) this.dispatchLater(dispatch);
    }
  }
}
