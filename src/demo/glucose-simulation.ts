import { stepMs } from './absorption';
import { ActiveInsulin } from './active-insulin';
import { pumpIncrement, roundDose } from './basal-delivery';
import { Body } from './body';
import { createCareProfile, type CareProfile } from './care';
import { DayPlanner, createRoutine, type PlannedEvent, type PlannedMeal } from './day-plan';
import { penModels, pumpModels, sensorModels } from './devices';
import type { DemoPerson } from './person';
import { Pump, type TherapySettings } from './pump';
import type { Random } from './random';
import { GlucoseSensor, type SensorReading } from './sensor';
import type { SimulatedFood, SimulationEvent } from './simulation-events';
import { createBody, therapySettings } from './therapy-settings';
import { ZoneClock } from './zone-clock';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Days simulated before the first recorded one, so that active insulin has built up. */
const leadInDays = 2;
/** Target glucose of boluses, and thresholds above and below which people act, mg/dL. */
const bolusTarget = 115;
const correctAbove = 200;
const treatBelow = 70;
const feltBelow = 58;
const exerciseSnackBelow = 120;
/** Older readings are ignored. */
const readingLifetimeMs = 15 * minuteMs;
const correctionPauseMs = 150 * minuteMs;
const rescuePauseMs = 20 * minuteMs;

/**
 * Simulates the life of a person with diabetes in steps of five minutes: meals, insulin, exercise and omissions change
 * glucose, and devices record it. Everything is determined by the random source.
 */
export class GlucoseSimulation {
  private readonly care: CareProfile;
  private readonly body: Body;
  private readonly settings: TherapySettings;
  private readonly activeInsulin: ActiveInsulin;
  private readonly pump: Pump | undefined;
  private readonly increment: number;
  private readonly longActingUnits: number;
  private readonly planner: DayPlanner;
  private readonly sensor: GlucoseSensor;
  /** The display shows every step; the sensor stores one of several. */
  private readonly stepsPerReading: number;
  private readonly behavior: Random;
  /** Time within each step at which the sensor measures, ms. */
  private readonly readingPhase: number;
  private readonly clock: ZoneClock;
  private localDay = -Infinity;
  private planned: PlannedEvent[] = [];
  private lastReading: (SensorReading & { time: number }) | undefined;
  private lastMeasured = { time: 0, value: 0 };
  private lastBolus = 0;
  private lastRescue = 0;
  private events: SimulationEvent[] = [];

  /** `start`: instant of the first recorded step, milliseconds since the epoch. */
  constructor(
    private readonly person: DemoPerson,
    private readonly start: number,
    random: Random,
  ) {
    this.care = createCareProfile(person);
    this.clock = new ZoneClock(person.timezone);
    this.behavior = random.fork('behavior');
    this.readingPhase = random.fork('phase').integer(0, stepMs / 1000 - 1) * 1000;
    const physiology = createBody(person, random);
    this.body = new Body(physiology, 2 * this.care.dailyVariation, random.fork('body'));
    this.activeInsulin = new ActiveInsulin(this.body, physiology.insulinAction);
    this.settings = therapySettings(physiology, this.care);
    const { pump, pen, sensor } = person.devices;
    const isLooping = person.therapy === 'closed-loop';
    this.pump = pump && new Pump(pumpModels[pump], isLooping, this.settings, this.activeInsulin);
    this.increment = pen ? penModels[pen].increment : pumpIncrement;
    this.longActingUnits = Math.round(0.45 * person.dailyInsulin * this.care.basalFactor);
    const routine = createRoutine(this.care, random.fork('routine'));
    this.planner = new DayPlanner(person, this.care, routine, this.clock, random.fork('days'));
    this.stepsPerReading = (sensorModels[sensor].readingMinutes * minuteMs) / stepMs;
    const beginning = start - leadInDays * dayMs;
    this.sensor = new GlucoseSensor(
      sensorModels[sensor],
      person.sensorWear,
      beginning,
      random.fork('sensor'),
    );
  }

  /** The device records up to an instant, in order of the steps; unordered within a step. */
  *run(end: number): Generator<SimulationEvent> {
    for (let time = this.start - leadInDays * dayMs; time < end; time += stepMs) {
      if (time === this.start) this.pump?.restartTimeline(time);
      this.events = [];
      this.step(time);
      if (time >= this.start) yield* this.events;
    }
    const last = this.pump?.close(end);
    if (last) yield { kind: 'basal', ...last };
  }

  private step(time: number): void {
    const local = this.clock.toLocal(time);
    const minuteOfDay = Math.floor((local % dayMs) / minuteMs);
    this.planDay(time, local);
    this.read(time + this.readingPhase);
    for (let next = this.planned[0]; next && next.at < time + stepMs; next = this.planned[0]) {
      this.planned.shift();
      this.act(next);
    }
    this.react(time, this.planner.isAwake(minuteOfDay));
    this.runPump(time, minuteOfDay);
    this.activeInsulin.advance();
    this.body.step(minuteOfDay);
  }

  private planDay(time: number, local: number): void {
    const day = Math.floor(local / dayMs);
    if (day <= this.localDay) return;
    this.localDay = day;
    const { events, dailySensitivity } = this.planner.plan(day * dayMs);
    const toCome = events.filter(({ at }) => at >= time);
    this.planned = [...this.planned, ...toCome].sort((one, other) => one.at - other.at);
    this.body.dailySensitivity = dailySensitivity;
  }

  private read(time: number): void {
    const reading = this.sensor.read(time, this.body.tissueGlucose);
    if (!reading) return;
    this.lastReading = { ...reading, time };
    const isKept = Math.floor(time / stepMs) % this.stepsPerReading === 0;
    if (isKept) this.events.push({ kind: 'reading', time, ...reading });
  }

  private act(event: PlannedEvent): void {
    const time = event.at;
    switch (event.kind) {
      case 'meal':
        this.body.eat(event.meal.carbohydrate, event.meal.absorptionMinutes);
        if (event.meal.record === 'note') this.writeDown(time, event.meal);
        return;
      case 'mealBolus':
        this.giveMealBolus(time, event.meal);
        return;
      case 'exercise':
        this.beginExercise(time, event.minutes, event.uptakePerMinute);
        return;
      case 'longActing':
        this.body.injectLongActing(this.longActingUnits);
        return;
      case 'siteChange':
        this.pump?.suspend(time + event.minutes * minuteMs);
        return;
      case 'fingerstick':
        this.measure(time);
    }
  }

  private giveMealBolus(time: number, meal: PlannedMeal): void {
    this.writeDown(time, meal);
    this.pump?.announceFood(meal.counted, meal.absorptionMinutes);
    const excess = (this.knownGlucose(time) - bolusTarget) / this.settings.insulinSensitivity;
    const correction = excess - Math.max(0, this.activeInsulin.units);
    const units = meal.counted / this.settings.carbohydrateRatio + Math.max(-2, correction);
    this.giveBolus(time, units, meal.rich);
  }

  private giveBolus(time: number, wanted: number, isRich: boolean): void {
    const units = roundDose(Math.min(wanted, 25), this.increment);
    if (units <= 0) return;
    this.lastBolus = time;
    const canExtend = this.pump !== undefined && this.person.therapy === 'pump';
    if (canExtend && isRich && units > 2 && this.behavior.chance(0.7)) {
      this.giveExtendedBolus(time, units);
      return;
    }
    const isStopped = this.pump !== undefined && units > 1 && this.behavior.chance(0.01);
    const normal = isStopped ? roundDose(units * this.behavior.between(0.2, 0.9), this.increment) : units;
    this.activeInsulin.give(normal);
    const expected = isStopped ? { expectedNormal: units } : {};
    this.events.push({ kind: 'bolus', time, automated: false, normal, ...expected });
  }

  private giveExtendedBolus(time: number, units: number): void {
    const duration = this.behavior.integer(3, 6) * 30 * minuteMs;
    const isDual = this.behavior.chance(0.75);
    const normal = isDual ? roundDose(units * 0.6, this.increment) : 0;
    const extended = roundDose(units - normal, this.increment);
    this.activeInsulin.give(normal);
    this.pump?.extendBolus(extended, duration);
    const parts = isDual ? { normal, extended, duration } : { extended, duration };
    this.events.push({ kind: 'bolus', time, automated: false, ...parts });
  }

  private beginExercise(time: number, minutes: number, uptakePerMinute: number): void {
    if (this.knownGlucose(time) < exerciseSnackBelow) this.eatSnack(time, 'Cereal bar', 20, 75);
    this.body.exercise(minutes, uptakePerMinute);
    const end = time + minutes * minuteMs;
    this.pump?.announceExercise(end + 30 * minuteMs);
    if (this.behavior.chance(0.7)) this.pump?.setTemporary(0.5, end + 30 * minuteMs);
  }

  /** Reacts to the sensor's display and to symptoms of low glucose. */
  private react(time: number, isAwake: boolean): void {
    const shown = this.shownGlucose(time);
    const isLow = shown === undefined ? this.body.glucose < feltBelow : shown < treatBelow;
    if (isLow && time - this.lastRescue >= rescuePauseMs) {
      if (!this.behavior.chance(isAwake ? this.care.rescue : this.care.rescue / 3)) return;
      this.lastRescue = time;
      this.eatSnack(time, this.behavior.pick(['Glucose tablets', 'Apple juice']), 15, 50);
      return;
    }
    if (!isAwake || shown === undefined || shown < correctAbove) return;
    if (time - this.lastBolus < correctionPauseMs || !this.behavior.chance(this.care.correction)) return;
    const units = (shown - bolusTarget) / this.settings.insulinSensitivity - this.activeInsulin.units;
    this.giveBolus(time + this.behavior.integer(0, 299) * 1000, units, false);
    if (this.behavior.chance(0.15)) this.pump?.setTemporary(1.3, time + 120 * minuteMs);
  }

  private eatSnack(time: number, name: string, grams: number, absorptionMinutes: number): void {
    const counted = Math.max(5, Math.round(Math.min(grams, this.person.dailyCarbohydrate / 12)));
    this.body.eat(counted, absorptionMinutes);
    if (!this.behavior.chance(0.4)) return;
    this.writeDown(time, { name, occasion: 'snack', counted, absorptionMinutes });
  }

  private writeDown(time: number, food: SimulatedFood): void {
    const { name, occasion, counted, absorptionMinutes } = food;
    this.events.push({ kind: 'food', time, name, occasion, counted, absorptionMinutes });
  }

  private runPump(time: number, minuteOfDay: number): void {
    if (!this.pump) return;
    const reading = this.shownGlucose(time) === undefined ? undefined : this.lastReading;
    const { ended, automaticBolus } = this.pump.step({ time, minuteOfDay, reading });
    if (ended) this.events.push({ kind: 'basal', ...ended });
    if (automaticBolus > 0) {
      const at = time + this.readingPhase;
      this.events.push({ kind: 'bolus', time: at, automated: true, normal: automaticBolus });
    }
  }

  /** Glucose on the sensor's display; undefined in a gap. */
  private shownGlucose(time: number): number | undefined {
    const reading = this.lastReading;
    return reading && time - reading.time < readingLifetimeMs ? reading.value : undefined;
  }

  /** Glucose for decisions: the sensor's, or a fingerstick during a gap. */
  private knownGlucose(time: number): number {
    return this.shownGlucose(time) ?? this.measure(time);
  }

  /**
   * A fingerstick, nearly always within 15 % of blood glucose, as required of meters (ISO 15197). Not repeated within a
   * quarter of an hour.
   */
  private measure(time: number): number {
    if (time - this.lastMeasured.time < readingLifetimeMs) return this.lastMeasured.value;
    const value = Math.round(this.body.glucose * (1 + this.behavior.normal(0, 0.05)));
    this.lastMeasured = { time, value };
    this.events.push({ kind: 'fingerstick', time, value });
    return value;
  }
}
