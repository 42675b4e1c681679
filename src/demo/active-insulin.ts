import { DelayedEffect, insulinShares, stepMinutes, type InsulinAction } from './absorption';
import type { Body } from './body';

/** Gives rapid-acting insulin to a body and tracks active insulin, as devices do. */
export class ActiveInsulin {
  private readonly beyondSchedule: DelayedEffect;
  private readonly shares: Float64Array;

  constructor(
    private readonly body: Body,
    action: InsulinAction,
  ) {
    this.shares = insulinShares(action);
    this.beyondSchedule = new DelayedEffect(Math.ceil(action.durationMinutes / stepMinutes));
  }

  /** Active insulin beyond the scheduled basal insulin, in units; negative if less was given. */
  get units(): number {
    return this.beyondSchedule.remaining;
  }

  /** Gives all or part of a bolus. */
  give(units: number): void {
    this.body.inject(units);
    this.beyondSchedule.add(units, this.shares);
  }

  /** Gives basal insulin, of which `scheduled` is intended. */
  giveBasal(units: number, scheduledUnits: number): void {
    this.body.inject(units);
    this.beyondSchedule.add(units - scheduledUnits, this.shares);
  }

  /** Advances one step. */
  advance(): void {
    this.beyondSchedule.advance();
  }
}
