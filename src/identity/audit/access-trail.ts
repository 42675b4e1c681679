import type { Caller } from '../caller';
import { isUserId } from '../../platform/ids';
import type { HeldPermissions } from '../held-permissions';
import type { EffectivePermission } from '../permission';
import type { AccessKind, AccessReason } from './access';
import { newAccess, type AuditEvent, type AuditService } from './audit.service';
import type { Access, WaitingRead } from './waiting-read';

/** The decision of a graph rule, for one account or many. */
export interface Verdict {
  /** The accessed field, such as `User.data`. */
  field: string;
  /** REST route or operation of the graph. */
  operation: string;
  /** Whether the field changes something, if allowed. */
  isChange: boolean;
  isAllowed: boolean;
  /** Why, if the rule knows better than the permissions. */
  reason?: AccessReason;
  /** Any of these is sufficient; absent if permissions do not matter. */
  sufficient?: readonly EffectivePermission[];
}

/** The account that a verdict is about. */
export interface Subject {
  id: string;
  /** The caller's permissions on it. */
  held: HeldPermissions;
}

function findReason(caller: Caller, { id, held }: Subject, verdict: Verdict): AccessReason {
  const { reason, sufficient } = verdict;
  if (reason) return reason;
  if (caller.kind === 'server') return 'SERVER';
  if (caller.kind === 'user' && caller.userId === id) return 'OWNER';
  if (held.size === 0) return 'RELATED';
  if (!held.comesFromShare(sufficient)) return 'CLINIC';
  return held.shared.has('custodian') ? 'CUSTODIAN' : 'SHARE';
}

const findClientName = (caller: Caller): string | null => {
  if (caller.kind === 'anonymous') return null;
  return caller.kind === 'server' ? caller.serverName : (caller.clientId ?? null);
};

const toActor = (caller: Caller) => ({
  actorId: caller.kind === 'anonymous' ? null : caller.userId,
  client: findClientName(caller),
});

/** A cache with two keys; `make` creates missing values. */
function remembered<Key extends object, Value>(
  all: WeakMap<Key, Map<string, Value>>,
  key: Key,
  name: string,
  make: () => Value,
): Value {
  let some = all.get(key);
  if (!some) all.set(key, (some = new Map<string, Value>()));
  let value = some.get(name);
  if (value === undefined) some.set(name, (value = make()));
  return value;
}

/** What an access record became with one field more. Nearly always that is the same one: fields come in the same order. */
interface Completion {
  field: string;
  after: Access;
  /** With other fields. */
  others?: Map<string, Access>;
}

/**
 * Collects the access log entries of one request as graph rules decide: one entry for each account, kind of access
 * and operation, with all accessed fields.
 */
export class AccessTrail {
  private readonly entries = new Map<string, WaitingRead>();
  /** Shared access records of accounts with the same permissions, by everything else that they depend on. */
  private readonly accesses = new WeakMap<HeldPermissions, Map<string, Access>>();
  /** What access records became with one field more: accounts with the same fields share one. */
  private readonly completed = new Map<Access, Completion>();
  private changes = new Map<string, AuditEvent & { fields: string[] }>();

  constructor(
    private readonly audit: AuditService,
    private readonly requestId: string,
  ) {}

  /** Records the decision of a rule. Anonymous callers have no name to record. */
  note(caller: Caller, { id, held }: Subject, verdict: Verdict): void {
    const subject = { id: id.toLowerCase(), held };
    if (caller.kind === 'anonymous' || !isUserId(subject.id)) return;
    // Refusals on the caller's own account are not recorded.
    if (!verdict.isAllowed && caller.userId === subject.id) return;
    if (verdict.isAllowed && verdict.isChange) this.noteChange(caller, subject, verdict);
    else this.noteAccess(caller, subject, verdict);
  }

  private noteAccess(caller: Caller, subject: Subject, verdict: Verdict): void {
    const { field, operation, isAllowed } = verdict;
    const key = `${isAllowed} ${subject.id} ${operation}`;
    const entry = this.entries.get(key);
    if (entry?.access.fields.includes(field)) return;
    if (entry && this.audit.waiting.has(entry)) entry.access = this.withField(entry.access, field);
    else
      this.entries.set(key, this.audit.recordAccess(subject.id, this.buildAccess(caller, subject, verdict)));
  }

  private buildAccess(caller: Caller, subject: Subject, verdict: Verdict): Access {
    const { isAllowed, operation, field } = verdict;
    const reason = isAllowed ? findReason(caller, subject, verdict) : null;
    const key = [caller.kind, toActor(caller).actorId, reason, isAllowed, operation, field].join('\n');
    return remembered(this.accesses, subject.held, key, () =>
      newAccess(this.buildCommonFields(caller, subject, verdict, reason)),
    );
  }

  private withField(access: Access, field: string): Access {
    const known = this.completed.get(access);
    const found = known?.field === field ? known.after : known?.others?.get(field);
    if (found) return found;
    const after = { ...access, fields: [...access.fields, field] };
    if (known) (known.others ??= new Map<string, Access>()).set(field, after);
    else this.completed.set(access, { field, after });
    return after;
  }

  /** A change is recorded when it is made; permission alone changes nothing. */
  private noteChange(caller: Caller, subject: Subject, verdict: Verdict): void {
    const key = `${subject.id} ${verdict.operation}`;
    const event = this.changes.get(key);
    if (!event) this.changes.set(key, this.buildEvent(caller, subject, verdict));
    else if (!event.fields.includes(verdict.field)) event.fields.push(verdict.field);
  }

  private buildEvent(caller: Caller, subject: Subject, verdict: Verdict): AuditEvent & { fields: string[] } {
    const reason = findReason(caller, subject, verdict);
    return { ...this.buildCommonFields(caller, subject, verdict, reason), subjectId: subject.id };
  }

  private buildCommonFields(
    caller: Caller,
    { held }: Subject,
    verdict: Verdict,
    reason: AccessReason | null,
  ) {
    const { field, operation, isAllowed, isChange } = verdict;
    const allowedKind: AccessKind = isChange ? 'CHANGE' : 'READ';
    const kind: AccessKind = isAllowed ? allowedKind : 'REFUSED';
    return {
      kind,
      ...toActor(caller),
      operation,
      fields: [field],
      reason,
      permissions: [...held].filter((permission) => permission !== 'root'),
      requestId: this.requestId,
    };
  }

  /** Runs an allowed change, and records it together with its writes. */
  changing<Result>(
    caller: Caller,
    operation: string,
    change: () => Result | Promise<Result>,
  ): Promise<Awaited<Result>> {
    const events = [...this.changes.values()];
    this.changes = new Map();
    const { requestId } = this;
    const deed = { ...toActor(caller), operation, requestId, byServer: caller.kind === 'server' };
    return this.audit.during(events, change, deed);
  }
}
