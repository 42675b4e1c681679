import type { CareProfile } from './care';
import type { DemoPerson } from './person';
import type { Random } from './random';
import type { ZoneClock } from './zone-clock';

/** An action of a person at an instant (milliseconds since the epoch). */
export type PlannedEvent = { at: number } & (
  | { kind: 'meal'; meal: PlannedMeal }
  | { kind: 'mealBolus'; meal: PlannedMeal }
  | { kind: 'exercise'; minutes: number; uptakePerMinute: number }
  | { kind: 'longActing' }
  | { kind: 'siteChange'; minutes: number }
  | { kind: 'fingerstick' }
);

/** A meal: actual and counted grams of carbohydrate, and how the count is recorded. */
export interface PlannedMeal {
  name: string;
  occasion: 'breakfast' | 'lunch' | 'dinner' | 'snack';
  carbohydrate: number;
  counted: number;
  absorptionMinutes: number;
  /** Whether a bolus follows, the food is only logged, or neither. */
  record: 'bolus' | 'note' | 'none';
  /** Whether the meal is so rich in fat that its bolus is extended. */
  rich: boolean;
}

/** One local day of a person: events in order of time, and the factor of insulin sensitivity. */
export interface DayPlan {
  events: PlannedEvent[];
  dailySensitivity: number;
}

/** Constants of a person's routine. */
export interface Routine {
  /** Minutes of the local day. */
  wakeMinute: number;
  dinnerMinute: number;
  bedMinute: number;
  /** Minutes by which weekends start later. */
  weekendDelay: number;
  /** Days of the week with exercise, 0 for Sunday, and the start minute. */
  exerciseDays: ReadonlySet<number>;
  exerciseMinute: number;
}

/** Generates the routine of a person. */
export function createRoutine(care: CareProfile, random: Random): Routine {
  const exerciseDays = new Set<number>();
  while (exerciseDays.size < care.exerciseDays) exerciseDays.add(random.integer(0, 6));
  return {
    wakeMinute: random.integer(370, 460),
    dinnerMinute: random.integer(1080, 1190),
    bedMinute: random.integer(1320, 1400),
    weekendDelay: random.integer(45, 130),
    exerciseDays,
    exerciseMinute: random.pick([400, 1020, 1050, 1200]),
  };
}

const dishes = {
  breakfast: ['Porridge', 'Toast and jam', 'Muesli', 'Rice congee', 'Yogurt with fruit', 'Pancakes'],
  lunch: ['Sandwich', 'Rice bowl', 'Soup and bread', 'Pasta salad', 'Lentil curry', 'Tacos'],
  dinner: [
    'Pasta',
    'Stew with potatoes',
    'Stir-fry with rice',
    'Couscous',
    'Baked fish and potatoes',
    'Chili',
  ],
  rich: ['Pizza', 'Burger and fries', 'Lasagna', 'Cheese fondue'],
  snack: ['Apple', 'Granola bar', 'Banana', 'Crackers', 'Cookies', 'Trail mix'],
} as const;

/** Fraction of the day's carbohydrate, and usual absorption time in minutes. */
const portions = {
  breakfast: { share: 0.25, absorptionMinutes: 170 },
  lunch: { share: 0.29, absorptionMinutes: 190 },
  dinner: { share: 0.36, absorptionMinutes: 220 },
  snack: { share: 0.1, absorptionMinutes: 120 },
} as const;

/** Generates the days of one person. */
export class DayPlanner {
  private sensitivity = 0;

  constructor(
    private readonly person: DemoPerson,
    private readonly care: CareProfile,
    private readonly routine: Routine,
    private readonly clock: ZoneClock,
    private readonly random: Random,
  ) {}

  /** Generates the local day that begins at these local milliseconds. */
  plan(localMidnight: number): DayPlan {
    const random = this.random.fork(new Date(localMidnight).toISOString().slice(0, 10));
    const weekday = new Date(localMidnight).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    const delay = isWeekend ? this.routine.weekendDelay : 0;
    const instant = (minute: number): number =>
      this.clock.toInstant(localMidnight + Math.round(minute * 60) * 1000);
    const events = [
      ...this.meals(random, delay, isWeekend, instant),
      ...this.exercise(random, weekday, instant),
      ...this.chores(random, delay, instant),
    ].sort((one, other) => one.at - other.at);

    const { dailyVariation } = this.care;
    this.sensitivity = 0.5 * this.sensitivity + random.normal(0, dailyVariation * Math.sqrt(0.75));
    return { events, dailySensitivity: Math.exp(this.sensitivity) };
  }

  private meals(
    random: Random,
    delay: number,
    isWeekend: boolean,
    instant: (minute: number) => number,
  ): PlannedEvent[] {
    const { wakeMinute, dinnerMinute, bedMinute } = this.routine;
    const { afternoonSnack, lateSnack } = this.care;
    const times: [PlannedMeal['occasion'], number][] = [
      ['breakfast', wakeMinute + delay + random.normal(35, 12)],
      ['lunch', random.normal(750 + delay / 2, 20)],
      ['dinner', random.normal(dinnerMinute + delay / 4, 20)],
    ];
    if (random.chance(afternoonSnack)) times.push(['snack', random.normal(960, 25)]);
    if (random.chance(lateSnack)) times.push(['snack', bedMinute - random.between(25, 70)]);
    return times.flatMap(([kind, minute]) => this.mealEvents(random, kind, isWeekend, instant(minute)));
  }

  private mealEvents(
    random: Random,
    kind: PlannedMeal['occasion'],
    isWeekend: boolean,
    at: number,
  ): PlannedEvent[] {
    const { care, person } = this;
    const { share, absorptionMinutes } = portions[kind];
    const rich = kind === 'dinner' && random.chance(isWeekend ? 0.35 : 0.1);
    const appetite = Math.exp(random.normal(0, 0.2)) * (isWeekend && kind !== 'breakfast' ? 1.15 : 1);
    const carbohydrate = Math.max(5, Math.round(person.dailyCarbohydrate * share * appetite));
    const estimate = carbohydrate * Math.exp(random.normal(0, care.countingError));
    const forgets = random.chance(care.missedBolus * (kind === 'snack' ? 1.6 : isWeekend ? 1.25 : 1));
    const isLate = random.chance(care.lateBolus);
    const delay = isLate ? random.between(15, 50) : random.between(-15, 2);
    const meal: PlannedMeal = {
      name: random.pick(rich ? dishes.rich : dishes[kind]),
      occasion: kind,
      carbohydrate,
      counted: Math.max(5, Math.round(estimate / 5) * 5),
      absorptionMinutes: Math.round(absorptionMinutes * (rich ? 1.5 : random.between(0.85, 1.15))),
      record: !forgets ? 'bolus' : random.chance(0.3) ? 'note' : 'none',
      rich,
    };
    const eaten: PlannedEvent = { at, kind: 'meal', meal };
    if (forgets) return [eaten];
    return [eaten, { at: at + Math.round(delay * 60) * 1000, kind: 'mealBolus', meal }];
  }

  private exercise(random: Random, weekday: number, instant: (minute: number) => number): PlannedEvent[] {
    if (!this.routine.exerciseDays.has(weekday) || random.chance(0.15)) return [];
    const minutes = random.integer(6, 15) * 5;
    const at = instant(this.routine.exerciseMinute + random.normal(0, 15));
    return [{ at, kind: 'exercise', minutes, uptakePerMinute: random.between(0.6, 1.5) }];
  }

  private chores(random: Random, delay: number, instant: (minute: number) => number): PlannedEvent[] {
    const { wakeMinute, bedMinute } = this.routine;
    const events: PlannedEvent[] = [];
    if (this.person.therapy === 'injections') {
      const isForgotten = random.chance(this.care.missedLongActing);
      if (!isForgotten) events.push({ at: instant(bedMinute - random.between(0, 40)), kind: 'longActing' });
    } else if (random.chance(1 / 3)) {
      events.push({
        at: instant(random.normal(1110, 60)),
        kind: 'siteChange',
        minutes: random.integer(8, 20),
      });
    }
    if (random.chance(this.care.fingersticks / 2)) {
      events.push({ at: instant(wakeMinute + delay + random.between(0, 20)), kind: 'fingerstick' });
    }
    if (random.chance(this.care.fingersticks / 2)) {
      events.push({ at: instant(bedMinute - random.between(0, 30)), kind: 'fingerstick' });
    }
    return events;
  }

  /** Whether a person is awake at a minute of the local day. */
  isAwake(minuteOfDay: number): boolean {
    return minuteOfDay >= this.routine.wakeMinute && minuteOfDay < this.routine.bedMinute;
  }
}
