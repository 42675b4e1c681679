import type { Physiology } from './body';

/** Local minutes of the day at which blocks of every basal schedule begin. */
export const basalBlockStarts = [0, 180, 450, 660, 1020, 1290] as const;
/** Smallest amount that pumps can deliver, U or U/h. */
export const pumpIncrement = 0.05;

/** Rounds an amount of insulin to whole steps of a device. */
export function roundDose(units: number, increment: number): number {
  return Math.round(Math.round(units / increment) * increment * 1000) / 1000;
}

/** Basal delivery of a pump at one moment; rates in U/h. */
export interface BasalDelivery {
  deliveryType: 'automated' | 'scheduled' | 'suspend' | 'temp';
  /** 0 while suspended. */
  rate: number;
  /** The scheduled rate. */
  scheduledRate: number;
  /** Factor of the scheduled rate; for temporary rates only. */
  percent?: number;
}

/** A period with one kind of delivery; `time` in milliseconds since the epoch, duration in ms. */
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

/** Joins deliveries into segments without gaps. */
export class BasalTimeline {
  private open: (BasalDelivery & { time: number }) | undefined;

  /** Continues with a delivery; returns the segment that this ends, if any. */
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
