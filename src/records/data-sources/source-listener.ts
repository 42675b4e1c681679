import type { ChangedSources, FailedSource } from './source-news';

/** Listens to committed changes of data sources. May be notified repeatedly. */
export interface SourceListener {
  /** The data sources of an account have changed. */
  changed(change: ChangedSources): Promise<void>;
  /** Imports from a source have started to fail. */
  failed(source: FailedSource): Promise<void>;
}
