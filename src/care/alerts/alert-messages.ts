import type { AlertKind } from './alert-kinds';

/** The texts of notifications, exactly as apps know them. */
export const alertMessage = (kind: AlertKind, brand: string): string =>
  ({
    urgentLow: 'Glucose reading below urgent low threshold',
    low: 'Glucose reading below low threshold',
    high: 'Glucose reading above high threshold',
    notLooping: 'Loop is not able to loop',
    noCommunication: `${brand} is unable to communicate with a user's device`,
  })[kind];
