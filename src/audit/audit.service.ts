import { AsyncLocalStorage } from 'node:async_hooks';
import { LessThan, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { newEntryId } from '../ids';
import type { EffectivePermission } from '../sharing/permission';
import { WaitingRows } from '../write-behind/waiting-rows';
import { AuditAccessEntity } from './audit-access.entity';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditReadEntity } from './audit-read.entity';
import { auditPages, type AuditQuestion } from './list-entries';
import type { ConsentChange } from './consent-change';
import type { ShareChange } from './share-change';
import type { Access, WaitingRead } from './waiting-read';

/** What is to be put on record; what is left out is not known, or was no question. */
export type AuditEvent = Pick<AuditEntryEntity, 'subjectId' | 'kind' | 'operation'> &
  Partial<Omit<AuditEntryEntity, 'time' | 'id'>>;

/** Who does something, through which client and how. */
export type Deed = Pick<AuditEvent, 'actorId' | 'client' | 'operation' | 'requestId'> & {
  /** A trusted server does it. */
  byServer: boolean;
};

/** Changes that are under way, and whether they are on record. */
interface PendingChanges {
  events: readonly AuditEvent[];
  isOpen: boolean;
  /** Absent for what nobody does, and once it is done. */
  deed?: Deed;
}

/** So many entries wait at most; a minute and more of a busy process. */
const mostWaiting = 200_000;

const longestText = 255;

/** Few enough for one statement in both dialects. */
const storedAtOnce = 100;

/** How many entries are purged with one statement. */
const purgedAtOnce = 1_000;

/**
 * The record of who read or changed whose data. Reads are stored soon after they happened, behind the back of whoever
 * reads; a change goes on record in the transaction that makes it, so that there is never one without the other.
 */
export class AuditService {
  /** Entries that are not stored yet. */
  readonly waiting = new WaitingRows<WaitingRead>(mostWaiting);
  private readonly changes = new AsyncLocalStorage<PendingChanges>();
  /** Changes of shares in transactions that are under way. */
  private readonly shareChanges = new WeakMap<EntityManager, Map<string, ShareChange[]>>();
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

  /** Puts something on record that is no change. */
  record({ subjectId, ...event }: AuditEvent): void {
    this.recordAccess(subjectId, newAccess(event));
  }

  /** `record` for what may be about others, too. The entry may be completed as long as it waits. */
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
      // Under the id of the first of them: entries that come again bring the same one.
      if (!shared) accesses.set(access, (shared = { ...access, id, time }));
      shared.time = Math.max(shared.time, time);
      return { subjectId, time, id, accessId: shared.id };
    });
    // What nothing refers to, because the second statement fails, is purged with the rest.
    await this.database.insert(AuditAccessEntity, [...accesses.values()]);
    await this.database.insert(AuditReadEntity, rows);
  };

  /** Puts something on record together with the change of a transaction. */
  async recordWithin(manager: EntityManager, events: readonly AuditEvent[]): Promise<void> {
    const entries = events.map((event) =>
      newEntry({ ...event, ...this.takeChanges(manager, event.subjectId) }),
    );
    for (let start = 0; start < entries.length; start += storedAtOnce)
      await manager.insert(AuditEntryEntity, entries.slice(start, start + storedAtOnce));
  }

  /**
   * Puts on record how a share of an account was changed: with the next change that the transaction puts on record for
   * the account, or by itself where there is none.
   */
  recordShareChange(manager: EntityManager, subjectId: string, share: ShareChange): void {
    const changes = this.shareChanges.get(manager) ?? new Map<string, ShareChange[]>();
    this.shareChanges.set(manager, changes);
    const ofSubject = changes.get(subjectId);
    if (ofSubject) ofSubject.push(share);
    else changes.set(subjectId, [share]);
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
    return this.shareChanges.get(manager)?.get(subjectId)?.shift() ?? null;
  }

  /**
   * Runs what changes data; the first transaction within it puts `events` on record. Without one nothing changed.
   * Shares of other accounts that change with it go on record as part of the `deed`.
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
      // What a change has set going, such as deliveries, runs on under the same storage and is not part of it.
      pending.isOpen = false;
      pending.deed = undefined;
      this.changesUnderWay -= 1;
      // The storage makes every promise of the process dearer, also those of reads, until it is switched off.
      if (this.changesUnderWay === 0) this.changes.disable();
    }
  }

  /** What is being done at this moment; undefined when nobody does it. */
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

  /** Pages of the entries about accounts, newest first, in the order of the questions. For loaders. */
  readonly pages = (questions: readonly AuditQuestion[]): Promise<AuditEntryEntity[][]> =>
    auditPages(this.database.reader, questions);

  /** Lets go of entries that are older than they are to be kept. */
  async purge(isStopped: () => boolean = () => false): Promise<void> {
    if (this.retention === undefined) return;
    const before = now() - this.retention;
    // What is shared is as old as the youngest entry that shares it, and goes after all of them.
    for (const entity of [AuditEntryEntity, AuditReadEntity, AuditAccessEntity])
      await this.purgeOf(entity, before, isStopped);
  }

  private async purgeOf(
    entity: new () => { time: number },
    before: number,
    isStopped: () => boolean,
  ): Promise<void> {
    while (!isStopped()) {
      const where = { time: LessThan(before) };
      const old = await this.database.reader.find(entity, { where, take: purgedAtOnce });
      if (old.length === 0) return;
      await this.database.transaction((manager) => manager.remove(old));
    }
  }
}

/** Why it was allowed to change a share of an account; null where nobody has done it, or nobody knows who. */
function reasonOf(subjectId: string, { memberId, clinicId, before, after }: ShareChange, deed: Deed) {
  if (deed.byServer) return 'SERVER';
  if (deed.actorId == null) return null;
  if (deed.actorId === subjectId) return 'OWNER';
  if (clinicId !== undefined) return 'CLINIC';
  if (deed.actorId !== memberId) return null;
  return [...before, ...after].includes('custodian') ? 'CUSTODIAN' : 'SHARE';
}

/** A share of an account that changed as a part of something, or by itself. */
function shareEvent(subjectId: string, share: ShareChange, deed: Deed | undefined): AuditEvent {
  if (!deed) return changeBySelf(subjectId, 'share');
  const { actorId, client, operation, requestId } = deed;
  const permissions = actorId === share.memberId ? (share.before as EffectivePermission[]) : [];
  const reason = reasonOf(subjectId, share, deed);
  return { subjectId, kind: 'CHANGE', actorId, client, operation, requestId, reason, permissions };
}

/** A change that nobody has asked for. */
const changeBySelf = (subjectId: string, operation: string): AuditEvent => ({
  subjectId,
  kind: 'CHANGE',
  operation,
});

const shortened = (text: string | null | undefined): string | null => text?.slice(0, longestText) ?? null;

/** What is not known of an access, or was no question, filled in; texts fit into their columns. */
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
