/** Make and model of a device, as reported by its uploader. */
export interface DeviceModel {
  manufacturer: string;
  model: string;
}

/** A continuous glucose sensor and its properties. */
export interface SensorModel extends DeviceModel {
  /** Days until it must be replaced. */
  wearDays: number;
  /** Minutes without readings after a sensor starts. */
  warmUpMinutes: number;
  /** Minutes between uploaded readings, in whole steps of the simulation. */
  readingMinutes: number;
}

/** An insulin pump and its automation. */
export interface PumpModel extends DeviceModel {
  /** Whether its closed loop gives correction boluses, rather than only adjusting the basal rate. */
  automaticBolus: boolean;
  /** Whether it suspends basal insulin before predicted low glucose, without a closed loop. */
  lowGlucoseSuspend: boolean;
}

/** An insulin pen with a memory. */
export interface PenModel extends DeviceModel {
  /** Smallest dose increment, U. */
  increment: number;
}

/** Sensors of the fictional people. */
export const sensorModels = {
  dexcomG6: { manufacturer: 'Dexcom', model: 'G6', wearDays: 10, warmUpMinutes: 120, readingMinutes: 5 },
  dexcomG7: { manufacturer: 'Dexcom', model: 'G7', wearDays: 10.5, warmUpMinutes: 30, readingMinutes: 5 },
  // The history that its reader uploads has one reading per quarter of an hour.
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

/** Pumps of the fictional people. */
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

/** Insulin pens of the fictional people. */
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
