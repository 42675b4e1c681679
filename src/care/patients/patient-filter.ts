import type { FigureFilter, GoalsFilter } from './figure-filters';
import type { SummaryType } from './summary-fields';

/** Only patients whose last data is in this range; milliseconds since the epoch. */
export interface LastDataFilter {
  type: SummaryType;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
}

/**
 * Only patients whose last upload of glucose readings is in this range, or who never uploaded any; milliseconds since
 * the epoch. Without bounds, only those who never did.
 */
export interface LastUploadFilter {
  /** Of this summary; of the newer of both if absent. */
  type?: SummaryType;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
  never: boolean;
}

/** Filters of a clinic's patients; all must match. */
export interface PatientFilter {
  /** Any part of name, address, record number or birthday, ignoring case. */
  search?: string;
  /** All of these tags; no filter if empty. */
  tagIds?: readonly string[];
  withoutTags?: boolean;
  /** Any of these sites; no filter if empty. */
  siteIds?: readonly string[];
  withoutSites?: boolean;
  omitNonStandardRanges?: boolean;
  /** Last reviewed at this instant or earlier; milliseconds since the epoch. */
  reviewedUntil?: number;
  figures?: readonly FigureFilter[];
  lastData?: readonly LastDataFilter[];
  lastUpload?: LastUploadFilter;
  goals?: GoalsFilter;
}
