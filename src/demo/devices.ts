/** One make and model of a device, as its uploader reports it. */
export interface DeviceModel {
  manufacturer: string;
  model: string;
}

/** A sensor for continuous glucose and what a wearer has to know of it. */
export interface SensorModel extends DeviceModel {
  /** Days until it has to be replaced. */
  wearDays: number;
  /** Minutes without readings after the start of a sensor. */
  warmUpMinutes: number;
  /** Minutes between the readings that it hands over, whole steps of the simulation. */
  readingMinutes: number;
}

/** An insulin pump and what it does by itself. */
export interface PumpModel extends DeviceModel {
  /** Whether its closed loop gives correction boluses, or adjusts the basal rate alone. */
  automaticBolus: boolean;
  /** Whether it stops basal insulin by itself ahead of low glucose when no closed loop runs. */
  lowGlucoseSuspend: boolean;
}

/** An insulin pen with a memory. */
export interface PenModel extends DeviceModel {
  /** Smallest step of a dose, U. */
  increment: number;
}

/** Sensors that the fictional people wear. */
export const sensorModels = {
  dexcomG6: { manufacturer: 'Dexcom', model: 'G6', wearDays: 10, warmUpMinutes: 120, readingMinutes: 5 },
  dexcomG7: { manufacturer: 'Dexcom', model: 'G7', wearDays: 10.5, warmUpMinutes: 30, readingMinutes: 5 },
  // The history that its reader keeps and uploads has a reading for each quarter of an hour.
  freeStyleLibre2: {
    manufacturer: 'Abbott',
    model: 'FreeStyle Libre 2',
    wearDays: 14,
    warmUpMinutes: 60,
    readingMinutes: 15,
  },
  guardian4: {
    manufacturer: 'Medtronic',
    model: 'Guardian 4',
    wearDays: 7,
    warmUpMinutes: 120,
    readingMinutes: 5,
  },
} as const satisfies Record<string, SensorModel>;

/** Pumps that the fictional people use. */
export const pumpModels = {
  omnipodDash: {
    manufacturer: 'Insulet',
    model: 'Omnipod DASH',
    automaticBolus: true,
    lowGlucoseSuspend: false,
  },
  tslimX2: { manufacturer: 'Tandem', model: 't:slim X2', automaticBolus: false, lowGlucoseSuspend: true },
  minimed780G: {
    manufacturer: 'Medtronic',
    model: 'MiniMed 780G',
    automaticBolus: true,
    lowGlucoseSuspend: true,
  },
  ypsopump: {
    manufacturer: 'Ypsomed',
    model: 'mylife YpsoPump',
    automaticBolus: false,
    lowGlucoseSuspend: false,
  },
} as const satisfies Record<string, PumpModel>;

/** Insulin pens that the fictional people use. */
export const penModels = {
  novoPen6: { manufacturer: 'Novo Nordisk', model: 'NovoPen 6', increment: 1 },
  inPen: { manufacturer: 'Medtronic', model: 'InPen', increment: 0.5 },
} as const satisfies Record<string, PenModel>;

/** Meters for fingerstick measurements. */
export const meterModels = {
  contourNextOne: { manufacturer: 'Ascensia', model: 'Contour Next One' },
  accuChekGuide: { manufacturer: 'Roche', model: 'Accu-Chek Guide' },
  verioReflect: { manufacturer: 'LifeScan', model: 'OneTouch Verio Reflect' },
} as const satisfies Record<string, DeviceModel>;
