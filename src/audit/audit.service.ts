import { AsyncLocalStorage } from 'node:async_hooks';
import { LessThan, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { newRecordId } from '../ids';
import { WaitingRows } from '../write-behind/waiting-rows';
import { AuditEntryEntity } from './audit-entry.entity';
import { auditPages, type AuditQuestion } from './list-entries';
import type { ConsentChange } from './consent-change';
import type { ShareChange } from './share-change';

/** What is to be put on record; what is left out is not known, or was no question. */
export type AuditEvent = Pick<AuditEntryEntity, 'subjectId' | 'kind' | 'operation'> &
  Partial<Omit<AuditEntryEntity, 'time' | 'id'>>;

/** Changes that are under way, and whether they are on record. */
interface PendingChanges {
  events: readonly AuditEvent[];
  isOpen: boolean;
}

/** So many entries wait at most; a minute and more of a busy process. */
const mostWaiting = 200_000;

const longestText = 255;

/** How many entries are purged with one statement. */
const purgedAtOnce = 1_000;

/**
 * The record of who read or changed whose data. Reads are stored soon after they happened, behind the back of whoever
 * reads; a change goes on record in the transaction that makes it, so that there is never one without the other.
 */
export class AuditService {
  /** Entries that are not stored yet. */
  readonly waiting = new WaitingRows<AuditEntryEntity>(mostWaiting);
  private readonly changes = new AsyncLocalStorage<PendingChanges>();
  /** Changes of shares in transactions that are under way. */
  private readonly shareChanges = new WeakMap<EntityManager, { subjectId: string; share: ShareChange }[]>();
  /** Changes of consents in transactions that are under way. */
  private readonly consentChanges = new WeakMap<EntityManager, Map<string, ConsentChange[]>>();
  private changesUnderWay = 0;

  /** `retention` says how long entries are kept, in milliseconds; for ever when it is absent. */
  constructor(
    private readonly database: Database,
    private readonly retention: number | undefined,
  ) {
    database.addToTransactions((manager) => this.storeChanges(manager));
  }

  /** Puts something on record that is no change. The entry may be completed as long as it waits. */
  record(event: AuditEvent): AuditEntryEntity {
    const entry = newEntry(event);
    this.waiting.add(entry);
    return entry;
  }

  /** Puts something on record together with the change of a transaction. */
  async recordWithin(manager: EntityManager, events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    await manager.insert(
      AuditEntryEntity,
      events.map((event) => newEntry({ ...event, ...this.takeChanges(manager, event.subjectId) })),
    );
  }

  /**
   * Puts on record how a share of an account was changed: with the next change that the transaction puts on record for
   * the account, or by itself where there is none.
   */
  recordShareChange(manager: EntityManager, subjectId: string, share: ShareChange): void {
    const changes = this.shareChanges.get(manager) ?? [];
    this.shareChanges.set(manager, [...changes, { subjectId, share }]);
  }

  /** Puts on record which consents of an account were granted or revoked, in the way of `recordShareChange`. */
  recordConsentChanges(manager: EntityManager, subjectId: string, consents: ConsentChange[]): void {
    const changes = this.consentChanges.get(manager) ?? new Map<string, ConsentChange[]>();
    this.consentChanges.set(manager, changes.set(subjectId, consents));
  }

  private takeChanges(manager: EntityManager, subjectId: string) {
    const changes = this.consentChanges.get(manager);
    const consents = changes?.get(subjectId) ?? null;
    changes?.delete(subjectId);
    return { share: this.takeShareChange(manager, subjectId), consents };
  }

  private takeShareChange(manager: EntityManager, subjectId: string): ShareChange | null {
    const changes = this.shareChanges.get(manager) ?? [];
    const found = changes.find((change) => change.subjectId === subjectId);
    if (!found) return null;
    this.shareChanges.set(
      manager,
      changes.filter((change) => change !== found),
    );
    return found.share;
  }

  /** Runs what changes data; the first transaction within it puts `events` on record. Without one nothing changed. */
  async during<Result>(
    events: readonly AuditEvent[],
    change: () => Result | Promise<Result>,
  ): Promise<Awaited<Result>> {
    const pending: PendingChanges = { events, isOpen: true };
    this.changesUnderWay += 1;
    try {
      return await this.changes.run(pending, async () => change());
    } finally {
      // What a change has set going, such as deliveries, runs on under the same storage and is not part of it.
      pending.isOpen = false;
      this.changesUnderWay -= 1;
      // The storage makes every promise of the process dearer, also those of reads, until it is switched off.
      if (this.changesUnderWay === 0) this.changes.disable();
    }
  }

  private async storeChanges(manager: EntityManager): Promise<void> {
    const pending = this.changes.getStore();
    if (pending?.isOpen) {
      await this.recordWithin(manager, pending.events);
      this.database.afterCommit(manager, () => {
        pending.isOpen = false;
      });
    }
    const shared = this.shareChanges.get(manager) ?? [];
    await this.recordWithin(
      manager,
      shared.map(({ subjectId }) => changeBySelf(subjectId, 'share')),
    );
    const consented = [...(this.consentChanges.get(manager)?.keys() ?? [])];
    await this.recordWithin(
      manager,
      consented.map((subjectId) => changeBySelf(subjectId, 'consent')),
    );
  }

  /** Pages of the entries about accounts, newest first, in the order of the questions. For loaders. */
  readonly pages = (questions: readonly AuditQuestion[]): Promise<AuditEntryEntity[][]> =>
    auditPages(this.database.reader, questions);

  /** Lets go of entries that are older than they are to be kept. */
  async purge(isStopped: () => boolean = () => false): Promise<void> {
    if (this.retention === undefined) return;
    const time = LessThan(now() - this.retention);
    while (!isStopped()) {
      const select = { subjectId: true, time: true, id: true } as const;
      const old = await this.database.reader.find(AuditEntryEntity, {
        select,
        where: { time },
        take: purgedAtOnce,
      });
      if (old.length === 0) return;
      await this.database.transaction((manager) => manager.remove(old));
    }
  }
}

/** A change that nobody has asked for. */
const changeBySelf = (subjectId: string, operation: string): AuditEvent => ({
  subjectId,
  kind: 'CHANGE',
  operation,
});

const shortened = (text: string | null | undefined): string | null => text?.slice(0, longestText) ?? null;

const newEntry = (event: AuditEvent): AuditEntryEntity =>
  Object.assign(new AuditEntryEntity(), {
    actorId: null,
    fields: [],
    reason: null,
    permissions: [],
    share: null,
    consents: null,
    requestId: null,
    ...event,
    client: shortened(event.client),
    operation: event.operation.slice(0, longestText),
    time: now(),
    id: newRecordId(),
  });
