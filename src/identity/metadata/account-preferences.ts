import { isoTime } from '../../platform/clock';
import { parseInstant } from '../../platform/validation/values/calendar';
import type { Collection } from './merge';

/** What applications keep in the collection `preferences`; null where nothing valid is stored. */
export interface AccountPreferences {
  displayLanguageCode: string | null;
  dismissedDexcomConnectBannerTime: number | null;
}

/** Changes to preferences: null clears, absent keeps. */
export type PreferencesChange = Partial<AccountPreferences>;

/** The preferences in the collection. */
export function readPreferences({
  displayLanguageCode,
  dismissedDexcomConnectBannerTime: dismissed,
}: Collection): AccountPreferences {
  return {
    displayLanguageCode: typeof displayLanguageCode === 'string' ? displayLanguageCode : null,
    dismissedDexcomConnectBannerTime:
      typeof dismissed === 'string' ? (parseInstant(dismissed) ?? null) : null,
  };
}

/** The patch of the collection that makes these changes and keeps all other keys. */
export function preferencesPatch({
  displayLanguageCode,
  dismissedDexcomConnectBannerTime: dismissed,
}: PreferencesChange): Collection {
  return {
    ...(displayLanguageCode !== undefined && { displayLanguageCode }),
    ...(dismissed !== undefined && {
      dismissedDexcomConnectBannerTime: dismissed === null ? null : isoTime(dismissed),
    }),
  };
}
