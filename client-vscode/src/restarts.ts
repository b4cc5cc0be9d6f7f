/** Work that is requested while it runs is run once more afterwards, however many requests there were. */
export class Coalesced {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.running === undefined) {
      this.running = this.work().finally(() => (this.running = undefined));
      return this.running;
    }
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.run();
      });
    return this.next;
  }
}

/** How long to wait before restarting a crashed server; undefined if it has crashed too often. */
export class BackOff {
  private crashes: number[] = [];

  constructor(
    private readonly now: () => number = Date.now,
    private readonly window = 3 * 60_000,
    private readonly delays: readonly number[] = [0, 1_000, 4_000, 10_000],
  ) {}

  delay(): number | undefined {
    const now = this.now();
    this.crashes = [...this.crashes.filter((at) => now - at < this.window), now];
    return this.delays[this.crashes.length - 1];
  }

  forget(): void {
    this.crashes = [];
  }
}
