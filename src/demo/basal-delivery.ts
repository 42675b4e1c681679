import type { Physiology } from './body';

/** Local minutes of the day at which the blocks of every basal schedule begin. */
export const basalBlockStarts = [0, 180, 450, 660, 1020, 1290] as const;
/** Smallest amount that pumps can give, U or U/h. */
export const pumpIncrement = 0.05;

/** An amount of insulin in whole steps of a device. */
export function roundDose(units: number, increment: number): number {
  return Math.round(Math.round(units / increment) * increment * 1000) / 1000;
}

/** What a pump does with its basal insulin at one moment; rates in U/h. */
export interface BasalDelivery {
  deliveryType: 'automated' | 'scheduled' | 'suspend' | 'temp';
  /** 0 while suspended. */
  rate: number;
  /** What the schedule would give. */
  scheduledRate: number;
  /** Factor of the scheduled rate, for temporary rates alone. */
  percent?: number;
}

/** A stretch of time with one kind of delivery; `time` in milliseconds since 1970, duration in ms. */
export interface BasalSegment extends BasalDelivery {
  time: number;
  duration: number;
}

/** The programmed basal rate, U/h, at a minute of the local day: the need of each block times a factor. */
export function basalSchedule(physiology: Physiology, factor: number): (minuteOfDay: number) => number {
  const blocks = basalBlockStarts.map((start, index) => {
    const end = basalBlockStarts[index + 1] ?? 1440;
    let sum = 0;
    for (let minute = start; minute < end; minute += 30) sum += physiology.basalNeed(minute);
    return { start, rate: roundDose((sum * factor * 30) / (end - start), pumpIncrement) };
  });
  return (minuteOfDay) => blocks.findLast((block) => block.start <= minuteOfDay)?.rate ?? 0;
}

/** Joins what a pump does from moment to moment into segments that follow each other without a gap. */
export class BasalTimeline {
  private open: (BasalDelivery & { time: number }) | undefined;

  /** Continues with a delivery; returns the segment that ends by that, if another one was open. */
  deliver(time: number, delivery: BasalDelivery): BasalSegment | undefined {
    if (this.open && isSame(this.open, delivery)) return undefined;
    const ended = this.close(time);
    this.open = { ...delivery, time };
    return ended;
  }

  /** Ends the open segment, if there is one. */
  close(time: number): BasalSegment | undefined {
    const segment = this.open && { ...this.open, duration: time - this.open.time };
    this.open = undefined;
    return segment;
  }
}

const isSame = (one: BasalDelivery, other: BasalDelivery): boolean =>
  one.deliveryType === other.deliveryType &&
  one.rate === other.rate &&
  one.scheduledRate === other.scheduledRate &&
  one.percent === other.percent;
