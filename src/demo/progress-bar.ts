const width = 40;

/** A progress bar; without a terminal, a line for every tenth. */
export class ProgressBar {
  private shown = -1;

  constructor(
    private readonly label: string,
    private readonly total: number,
    private readonly out: NodeJS.WriteStream,
  ) {}

  /** Reports that `done` of the total is done. */
  show(done: number): void {
    const percent = Math.min(100, Math.floor((100 * done) / this.total));
    if (this.out.isTTY) this.draw(percent);
    else this.tell(percent);
  }

  private draw(percent: number): void {
    if (percent === this.shown) return;
    this.shown = percent;
    const filled = Math.round((width * percent) / 100);
    this.out.write(`\r${this.label} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} %`);
    if (percent === 100) this.out.write('\n');
  }

  private tell(percent: number): void {
    const tenth = Math.floor(percent / 10);
    if (tenth === this.shown) return;
    this.shown = tenth;
    this.out.write(`${this.label} ${tenth * 10} %\n`);
  }
}
