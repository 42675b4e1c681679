/** Length of one step of the simulation, minutes: the pace of continuous sensors and of closed loops. */
export const stepMinutes = 5;
/** Length of one step of the simulation, milliseconds. */
export const stepMs = stepMinutes * 60_000;

/** Shape of an insulin's action after a dose, minutes. The duration must be more than twice the peak. */
export interface InsulinAction {
  peakMinutes: number;
  durationMinutes: number;
}

/** Typical parameters of rapid-acting insulin in adults and in children, and of ultra-rapid insulin. */
export const insulinActions = {
  rapidAdult: { peakMinutes: 75, durationMinutes: 360 },
  rapidChild: { peakMinutes: 65, durationMinutes: 360 },
  faster: { peakMinutes: 55, durationMinutes: 360 },
} as const satisfies Record<string, InsulinAction>;

/**
 * Share of a dose that has not acted yet, 1 at the dose and 0 at the end of the action.
 * The exponential insulin model of open-source closed loops, as derived by D. Maksimovic in
 * https://github.com/LoopKit/Loop/issues/388#issuecomment-317938473:
 * `tau = tp (1 - tp/td) / (1 - 2 tp/td)`, `a = 2 tau/td`, `S = 1 / (1 - a + (1 + a) exp(-td/tau))`,
 * `IOB(t) = 1 - S (1 - a) ((t^2 / (tau td (1 - a)) - t/tau - 1) exp(-t/tau) + 1)`
 * with the time of peak action tp and the duration of action td.
 */
export function insulinOnBoardShare(minutes: number, action: InsulinAction): number {
  const { peakMinutes: peak, durationMinutes: duration } = action;
  if (minutes <= 0) return 1;
  if (minutes >= duration) return 0;
  const tau = (peak * (1 - peak / duration)) / (1 - (2 * peak) / duration);
  const rise = (2 * tau) / duration;
  const scale = 1 / (1 - rise + (1 + rise) * Math.exp(-duration / tau));
  const polynomial = minutes ** 2 / (tau * duration * (1 - rise)) - minutes / tau - 1;
  return 1 - scale * (1 - rise) * (polynomial * Math.exp(-minutes / tau) + 1);
}

/** Shares of a rapid-acting dose that act in each step after it; they sum up to 1. */
export function insulinShares(action: InsulinAction): Float64Array {
  return sharesPerStep(action.durationMinutes, (minutes) => 1 - insulinOnBoardShare(minutes, action));
}

/**
 * Shares of a long-acting dose that act in each step after it: two hours of rise, a plateau, six hours of
 * fall, thirty hours in all, so that daily doses overlap without a marked peak.
 */
export function longActingShares(): Float64Array {
  const [rise, fall, end] = [120, 360, 1800];
  const area = end - rise / 2 - fall / 2;
  return sharesPerStep(end, (minutes) => {
    const rising = Math.min(minutes, rise) ** 2 / (2 * rise) + Math.max(0, minutes - rise);
    const falling = Math.max(0, minutes - (end - fall)) ** 2 / (2 * fall);
    return (rising - falling) / area;
  });
}

/**
 * Shares of a meal's carbohydrate that are absorbed in each step after it: a triangle with its peak at a
 * third of the duration, after the triangular gastric emptying of small meals in Lehmann and Deutsch,
 * "A physiological model of glucose-insulin interaction in type 1 diabetes mellitus" (1992).
 */
export function carbohydrateShares(durationMinutes: number): Float64Array {
  const peak = durationMinutes / 3;
  return sharesPerStep(durationMinutes, (minutes) =>
    minutes < peak
      ? minutes ** 2 / (durationMinutes * peak)
      : 1 - (durationMinutes - minutes) ** 2 / (durationMinutes * (durationMinutes - peak)),
  );
}

function sharesPerStep(durationMinutes: number, cumulative: (minutes: number) => number): Float64Array {
  const steps = Math.ceil(durationMinutes / stepMinutes);
  const reached = (step: number): number => cumulative(Math.min(step * stepMinutes, durationMinutes));
  return Float64Array.from({ length: steps }, (_, step) => reached(step + 1) - reached(step));
}

/** Amounts that take effect over the coming steps: insulin under the skin, carbohydrate in the gut. */
export class DelayedEffect {
  private readonly due: Float64Array;
  private position = 0;
  private outstanding = 0;

  /** Takes shares of up to `steps` steps. */
  constructor(steps: number) {
    this.due = new Float64Array(steps);
  }

  /** The amount added that has not taken effect yet; negative if the net amount was negative. */
  get remaining(): number {
    return this.outstanding;
  }

  /** Adds an amount whose `shares[n]` takes effect in the n-th step from now. */
  add(amount: number, shares: Float64Array): void {
    if (amount === 0) return;
    const { due } = this;
    let slot = this.position;
    for (let step = 0; step < shares.length; step += 1) {
      due[slot] = (due[slot] ?? 0) + amount * (shares[step] ?? 0);
      slot += 1;
      if (slot === due.length) slot = 0;
    }
    this.outstanding += amount;
  }

  /** Advances one step and returns the amount that takes effect in it. */
  advance(): number {
    const effect = this.due[this.position] ?? 0;
    this.due[this.position] = 0;
    this.position = (this.position + 1) % this.due.length;
    this.outstanding -= effect;
    return effect;
  }
}
