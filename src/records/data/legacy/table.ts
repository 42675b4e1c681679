import { dailyLifeTypes } from './families/daily-life';
import { deviceEventTypes } from './families/device-event';
import { glucoseTypes } from './families/glucose';
import { basalTypes, bolusTypes, calculationTypes } from './families/insulin';
import { settingsTypes } from './families/settings';
import { uploadType } from './families/upload';
import type { LegacyType } from './legacy-type';

/** All record types of legacy uploads. */
export const legacyTypes: readonly LegacyType[] = [
  ...glucoseTypes,
  ...basalTypes,
  ...bolusTypes,
  ...calculationTypes,
  ...deviceEventTypes,
  ...settingsTypes,
  ...dailyLifeTypes,
  uploadType,
];
