import { createHash } from 'node:crypto';
import type { ChangeReason } from '../../records/data/glucose-change.entity';
import type { PendingChanges } from '../../records/data/glucose-reader.service';
import { readConfig, type SummaryConfig } from './config';
import { schemaVersion, type SummaryContent, type SummaryEntity, type SummaryType } from './summary.entity';

/** Glucose statistics of an account; times are milliseconds since the epoch. */
export interface Summary {
  id: string;
  userId: string;
  type: SummaryType;
  config: SummaryConfig;
  /** When the last calculation began; this and all that depends on it is null before the first one. */
  lastUpdated: number | null;
  lastUpdatedReason: ChangeReason[];
  firstData: number | null;
  lastData: number | null;
  lastUploadDate: number | null;
  /** Null while the summary is up to date. */
  outdatedSince: number | null;
  outdatedReason: ChangeReason[];
  periods: SummaryContent['periods'] | null;
}

/** Identifies a summary by account and type. */
export interface SummaryKey {
  userId: string;
  type: SummaryType;
}

const idDigits = 24;

/** The id of a summary; it stays the same when the summary is deleted and calculated again. */
export const summaryId = ({ userId, type }: SummaryKey): string =>
  createHash('sha256').update(`${type} ${userId}`).digest('hex').slice(0, idDigits);

/** Combines a stored summary with pending changes; null if there is neither. */
export function makeSummary(
  key: SummaryKey,
  kept: SummaryEntity | undefined,
  { since, reasons }: PendingChanges,
): Summary | null {
  const content = kept?.content ?? null;
  if (!content && since === null) return null;
  return {
    ...key,
    id: summaryId(key),
    config: readConfig(kept?.schemaVersion ?? schemaVersion),
    lastUpdated: kept?.lastUpdated ?? null,
    lastUpdatedReason: content?.lastUpdatedReason ?? [],
    firstData: content?.firstData ?? null,
    lastData: content?.lastData ?? null,
    lastUploadDate: content?.lastUploadDate ?? null,
    outdatedSince: since,
    outdatedReason: reasons,
    periods: content?.periods ?? null,
  };
}
