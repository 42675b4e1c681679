/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the service; by default the origin of the page. */
  readonly VITE_GLYCOGRAPH_URL?: string;
  /** Id of the OAuth client. */
  readonly VITE_CLIENT_ID?: string;
}
