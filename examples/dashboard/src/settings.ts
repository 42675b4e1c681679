import type { Settings } from './session';

/** The settings of the build; by default those of the demo, which serves the dashboard itself. */
export const settings: Settings = {
  serverUrl: (import.meta.env.VITE_GLYCOGRAPH_URL ?? location.origin).replace(/\/$/, ''),
  clientId: import.meta.env.VITE_CLIENT_ID ?? 'glycograph-example-dashboard',
};
