import { AsyncLocalStorage } from 'node:async_hooks';
import { LessThan, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { plainInsert } from '../../platform/database/plain-insert';
import { newEntryId } from '../../platform/ids';
import type { Placed } from '../../platform/list-part';
import type { EffectivePermission } from '../permission';
import { WaitingRows } from '../../platform/write-behind/waiting-rows';
import { AuditAccessEntity } from './audit-access.entity';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditReadEntity } from './audit-read.entity';
import { auditPages, type AuditQuestion } from './list-entries';
import type { ConsentChange } from './consent-change';
import type { ShareChange } from './share-change';
import type { Access, WaitingRead } from './waiting-read';

/** An event for the access log; absent fields are unknown or do not apply. */
export type AuditEvent = Pick<AuditEntryEntity, 'subjectId' | 'kind' | 'operation'> &
  Partial<Omit<AuditEntryEntity, 'time' | 'id'>>;

/** Who acts, through which client and how. */
export type Deed = Pick<AuditEvent, 'actorId' | 'client' | 'operation' | 'requestId'> & {
  /** Whether the actor is a trusted server. */
  byServer: boolean;
  /** Whether the actor is an operator at the command line. */
  byOperator?: boolean;
};

/** Changes in progress, and whether they have been recorded. */
interface PendingChanges {
  events: readonly AuditEvent[];
  isOpen: boolean;
  /** Absent for actions without an actor, and once recorded. */
  deed?: Deed;
}

/** Maximum number of pending entries; more than a minute of a busy process. */
const mostWaiting = 200_000;

const longestText = 255;

/** Small enough for one statement in both dialects. */
const storedAtOnce = 100;

/**
 * The access log. Reads are stored asynchronously, shortly after they happened. A change is recorded in the
 * transaction that makes it, so neither is ever stored without the other.
 */
export class AuditService {
  /** Entries not stored yet. */
  readonly waiting = new WaitingRows<WaitingRead>(mostWaiting);
  private readonly changes = new AsyncLocalStorage<PendingChanges>();
  /** Changes to shares in open transactions. */
  private readonly shareChanges = new WeakMap<EntityManager, Map<string, ShareChange[]>>();
  /** Changes to consents in open transactions. */
  private readonly consentChanges = new WeakMap<EntityManager, Map<string, ConsentChange[]>>();
  private changesUnderWay = 0;

  /** `retention` is how long entries are kept, in milliseconds; forever if absent. */
  constructor(
    private readonly database: Database,
    private readonly retention: number | undefined,
  ) {
    database.addToTransactions((manager) => this.storeChanges(manager));
  }

  /** Records an event that is not a change. */
  record({ subjectId, ...event }: AuditEvent): void {
    this.recordAccess(subjectId, newAccess(event));
  }

  /** `record` for an access that may concern several accounts. The entry can be extended while it is pending. */
  recordAccess(subjectId: string, access: Access): WaitingRead {
    const entry = { id: newEntryId(), subjectId, time: now(), access };
    this.waiting.add(entry);
    return entry;
  }

  /** Stores entries that have waited, and what they have in common once. For their writer. */
  readonly store = async (entries: readonly WaitingRead[]): Promise<void> => {
    const accesses = new Map<Access, AuditAccessEntity>();
    const rows = entries.map(({ id, subjectId, time, access }): AuditReadEntity => {
      let shared = accesses.get(access);
      // Uses the id of the first of them: retried entries bring the same one.
      if (!shared) accesses.set(access, (shared = { ...access, id, time }));
      shared.time = Math.max(shared.time, time);
      return { subjectId, time, id, accessId: shared.id };
    });
    // If the second statement fails, unreferenced rows are purged with the rest.
    await this.database.insert(AuditAccessEntity, [...accesses.values()]);
    await this.database.insert(AuditReadEntity, rows);
  };

  /** Records events in the transaction of a change. */
  async recordWithin(manager: EntityManager, events: readonly AuditEvent[]): Promise<void> {
    const entries = events.map((event) =>
      newEntry({ ...event, ...this.takeChanges(manager, event.subjectId) }),
    );
    for (let start = 0; start < entries.length; start += storedAtOnce)
      await plainInsert(manager, AuditEntryEntity, entries.slice(start, start + storedAtOnce));
  }

  /**
   * Records a change to a share: with the next change that the transaction records for the account, or on its own if
   * there is none.
   */
  recordShareChange(manager: EntityManager, subjectId: string, share: ShareChange): void {
    const changes = this.shareChanges.get(manager) ?? new Map<string, ShareChange[]>();
    this.shareChanges.set(manager, changes);
    const ofSubject = changes.get(subjectId);
    if (ofSubject) ofSubject.push(share);
    else changes.set(subjectId, [share]);
  }

  /** Records granted or revoked consents of an account, in the same way as `recordShareChange`. */
  recordConsentChanges(manager: EntityManager, subjectId: string, consents: ConsentChange[]): void {
    const changes = this.consentChanges.get(manager) ?? new Map<string, ConsentChange[]>();
    this.consentChanges.set(manager, changes.set(subjectId, consents));
  }

  /**
   * Records a change that somebody makes to an account with the link in a mail, so that no rule knows the account.
   *
   * @param page names the operation if it is that of a page
   */
  async recordByLink(manager: EntityManager, subjectId: string, page: string): Promise<void> {
    const { actorId = null, client = null, operation = page, requestId = null } = this.deed ?? {};
    const reason = actorId === subjectId ? 'OWNER' : null;
    await this.recordWithin(manager, [
      { subjectId, kind: 'CHANGE', actorId, client, operation, requestId, reason },
    ]);
  }

  private takeChanges(manager: EntityManager, subjectId: string) {
    const changes = this.consentChanges.get(manager);
    const consents = changes?.get(subjectId) ?? null;
    changes?.delete(subjectId);
    return { share: this.takeShareChange(manager, subjectId), consents };
  }

  private takeShareChange(manager: EntityManager, subjectId: string): ShareChange | null {
    return this.shareChanges.get(manager)?.get(subjectId)?.shift() ?? null;
  }

  /**
   * Runs a change; its first transaction records `events`. Without a transaction nothing has changed. Shares of
   * other accounts that change as a result are recorded as part of the `deed`.
   */
  async during<Result>(
    events: readonly AuditEvent[],
    change: () => Result | Promise<Result>,
    deed?: Deed,
  ): Promise<Awaited<Result>> {
    const pending: PendingChanges = { events, isOpen: true, deed };
    this.changesUnderWay += 1;
    try {
      return await this.changes.run(pending, async () => change());
    } finally {
      // Work triggered by a change, such as deliveries, inherits the storage but is not part of the change.
      pending.isOpen = false;
      pending.deed = undefined;
      this.changesUnderWay -= 1;
      // The storage makes every promise in the process more expensive, even for reads, until it is disabled.
      if (this.changesUnderWay === 0) this.changes.disable();
    }
  }

  /** The current action; undefined if there is no actor. */
  get deed(): Deed | undefined {
    return this.changes.getStore()?.deed;
  }

  private async storeChanges(manager: EntityManager): Promise<void> {
    const pending = this.changes.getStore();
    if (pending?.isOpen) {
      await this.recordWithin(manager, pending.events);
      this.database.afterCommit(manager, () => {
        pending.isOpen = false;
      });
    }
    const shared = [...(this.shareChanges.get(manager) ?? [])];
    const { deed } = this;
    await this.recordWithin(
      manager,
      shared.flatMap(([subjectId, changes]) => changes.map((share) => shareEvent(subjectId, share, deed))),
    );
    const consented = [...(this.consentChanges.get(manager)?.keys() ?? [])];
    await this.recordWithin(
      manager,
      consented.map((subjectId) => changeBySelf(subjectId, 'consent')),
    );
  }

  /** Pages of access log entries, newest first, in the order of the requests. For loaders. */
  readonly pages = (questions: readonly AuditQuestion[]): Promise<Placed<AuditEntryEntity>[][]> =>
    auditPages(this.database.reader, questions);

  /** Deletes expired entries. */
  async purge(isStopped: () => boolean = () => false): Promise<void> {
    if (this.retention === undefined) return;
    const where = { time: LessThan(now() - this.retention) };
    // Shared rows are as old as their youngest entry, and are deleted after all of them.
    for (const entity of [AuditEntryEntity, AuditReadEntity, AuditAccessEntity])
      if (!isStopped()) await deleteInBatches<{ time: number }>(this.database, entity, where, isStopped);
  }
}

/** Why a change to a share was allowed; null if it has no actor or the actor is unknown. */
function findReason(subjectId: string, { memberId, clinicId, before, after }: ShareChange, deed: Deed) {
  if (deed.byOperator) return 'OPERATOR';
  if (deed.byServer) return 'SERVER';
  if (deed.actorId == null) return null;
  if (deed.actorId === subjectId) return 'OWNER';
  if (clinicId !== undefined) return 'CLINIC';
  if (deed.actorId !== memberId) return null;
  return [...before, ...after].includes('custodian') ? 'CUSTODIAN' : 'SHARE';
}

/** A share that changed as part of another change, or by itself. */
function shareEvent(subjectId: string, share: ShareChange, deed: Deed | undefined): AuditEvent {
  if (!deed) return changeBySelf(subjectId, 'share');
  const { actorId, client, operation, requestId } = deed;
  const permissions = actorId === share.memberId ? (share.before as EffectivePermission[]) : [];
  const reason = findReason(subjectId, share, deed);
  return { subjectId, kind: 'CHANGE', actorId, client, operation, requestId, reason, permissions };
}

/** A change without a request. */
const changeBySelf = (subjectId: string, operation: string): AuditEvent => ({
  subjectId,
  kind: 'CHANGE',
  operation,
});

const shortened = (text: string | null | undefined): string | null => text?.slice(0, longestText) ?? null;

/** An access with defaults for absent fields; texts are cut to the length of their columns. */
export const newAccess = (event: Pick<Access, 'kind' | 'operation'> & Partial<Access>): Access => ({
  actorId: null,
  fields: [],
  reason: null,
  permissions: [],
  requestId: null,
  ...event,
  client: shortened(event.client),
  operation: event.operation.slice(0, longestText),
});

const newEntry = ({ subjectId, share = null, consents = null, ...event }: AuditEvent): AuditEntryEntity =>
  Object.assign(new AuditEntryEntity(), newAccess(event), {
    subjectId,
    share,
    consents,
    time: now(),
    id: newEntryId(),
  });
