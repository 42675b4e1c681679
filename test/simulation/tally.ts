interface FaultTally {
  tried: number;
  acknowledged: number;
  unanswered: number;
  /** In milliseconds. */
  longestSilence: number;
}

/** Figures of all runs. Nothing is ever lost or duplicated; otherwise the run has failed. */
export class Tally {
  runs = 0;
  repeated = 0;
  private readonly byFault = new Map<string, FaultTally>();

  tried(fault: string): void {
    this.of(fault).tried += 1;
  }

  acknowledged(fault?: string): void {
    this.of(fault).acknowledged += 1;
  }

  unanswered(fault?: string): void {
    this.of(fault).unanswered += 1;
  }

  silence(fault: string | undefined, milliseconds: number): void {
    const tally = this.of(fault);
    tally.longestSilence = Math.max(tally.longestSilence, milliseconds);
  }

  /** One line per fault. */
  toString(): string {
    const lines = [...this.byFault].map(
      ([fault, { tried, acknowledged, unanswered, longestSilence }]) =>
        `${fault}: ${tried} times; ${acknowledged} changes acknowledged, ${unanswered} without an answer, longest silence ${Math.round(longestSilence)} ms`,
    );
    return [`${this.runs} runs, ${this.repeated} requests sent again`, ...lines].join('\n');
  }

  private of(fault = 'no fault'): FaultTally {
    let tally = this.byFault.get(fault);
    if (!tally) {
      tally = { tried: 0, acknowledged: 0, unanswered: 0, longestSilence: 0 };
      this.byFault.set(fault, tally);
    }
    return tally;
  }
}
