import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import type { AccessKind } from './access';
import type { AuditEvent, AuditService } from './audit.service';
import type { AuditEntryEntity } from './audit-entry.entity';

/** Subject of the entries on administration: the service itself, which is no account. */
export const serviceSubject = '00000000-0000-0000-0000-000000000000';

/** What an operator does at the command line. */
export interface OperatorDeed {
  /** Name of the operator. */
  operator: string;
  /** The command, with ids but without names and addresses, such as `glycograph clinics tier 68f0… tier0300`. */
  operation: string;
  /** Accounts that it concerns; their owners see the entry. */
  accountIds: readonly string[];
}

/** Access log entries on operators: one for each account concerned, and one for the service. */
export class OperatorLog {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /** Runs a change; its first transaction records it. */
  change<Result>(deed: OperatorDeed, change: () => Promise<Result>): Promise<Result> {
    const { operator: client, operation } = deed;
    const actor = { actorId: null, client, operation, byServer: false, byOperator: true };
    return this.audit.during(toEvents(deed, 'CHANGE'), change, actor);
  }

  /** Records what is not stored in the database: a read, or a change to a file. */
  async note(deed: OperatorDeed, kind: AccessKind): Promise<void> {
    await this.database.transaction((manager) => this.audit.recordWithin(manager, toEvents(deed, kind)));
  }

  /** The newest entries on an account, or on the service, newest first. */
  async newest(subjectId: string, size: number): Promise<AuditEntryEntity[]> {
    const [placed = []] = await this.audit.pages([{ subjectId, size, to: now() + 1 }]);
    return placed.flatMap(({ item }) => item ?? []);
  }
}

const toEvents = ({ operator, operation, accountIds }: OperatorDeed, kind: AccessKind): AuditEvent[] =>
  [...new Set([...accountIds, serviceSubject])].map((subjectId) => ({
    subjectId,
    kind,
    client: operator,
    operation,
    reason: 'OPERATOR',
  }));
