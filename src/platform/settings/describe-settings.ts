import type { Config } from '../config';
import { shownValue } from './shown-value';

/** A setting as administrators see it. */
export interface DescribedSetting {
  name: string;
  /** Null for a secret. */
  value: string | null;
  isSecret: boolean;
}

/** Values that are derived from settings have names of another form. */
const isSettingName = (name: string): boolean => /^[A-Z][A-Z\d_]*$/.test(name);

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** The settings of a process that are set or have a default, by name, without secrets. */
export const describeSettings = (config: Config): DescribedSetting[] =>
  Object.entries(config)
    .filter(([name, value]) => isSettingName(name) && value !== undefined)
    .map(([name, value]) => {
      const shown = shownValue(name, asText(value));
      return { name, value: shown ?? null, isSecret: shown === undefined };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
