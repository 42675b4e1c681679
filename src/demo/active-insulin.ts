import { DelayedEffect, insulinShares, stepMinutes, type InsulinAction } from './absorption';
import type { Body } from './body';

/** Gives rapid-acting insulin to a body and keeps account of what has not acted yet, as devices do. */
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

  /** Units that have not acted yet, beyond the scheduled basal insulin; negative after less than that. */
  get units(): number {
    return this.beyondSchedule.remaining;
  }

  /** Gives a bolus, or a part of one. */
  give(units: number): void {
    this.body.inject(units);
    this.beyondSchedule.add(units, this.shares);
  }

  /** Gives basal insulin where the schedule intends so much. */
  giveBasal(units: number, scheduledUnits: number): void {
    this.body.inject(units);
    this.beyondSchedule.add(units - scheduledUnits, this.shares);
  }

  /** Lets one step pass. */
  advance(): void {
    this.beyondSchedule.advance();
  }
}
