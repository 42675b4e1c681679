import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import { dependsOn } from '../../platform/composition/dependency';
import { RowSpool } from '../../platform/write-behind/row-spool';
import { RowWriter } from '../../platform/write-behind/row-writer';
import { AuditAccessEntity } from './audit-access.entity';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditReadEntity } from './audit-read.entity';
import { AuditService } from './audit.service';
import { OperatorLog } from './operator-log.service';
import { spooledReads } from './spooled-reads';

/** The access log. */
export const auditArea = defineArea({
  name: 'audit',
  entities: [AuditAccessEntity, AuditEntryEntity, AuditReadEntity],
  dependencies: [dependsOn('audit_reads', ['access_id'], 'audit_accesses', ['id'])],
  create({ config, database }: Base) {
    const retention = config.AUDIT_RETENTION === undefined ? undefined : config.AUDIT_RETENTION * 1000;
    const audit = new AuditService(database, retention);
    return { audit, operatorLog: new OperatorLog(database, audit) };
  },
  // Access log entries stay as long as AUDIT_RETENTION says, even after the account is deleted.
  forgets: keepsNothing,
  purges: ({ audit }) => ({ audit }),
  background: ({ audit, config, log }) => [
    new RowWriter(
      'reads',
      audit.waiting,
      audit.store,
      new RowSpool(config.waitingRowsFolder, 'reads', spooledReads),
      log,
    ),
  ],
});
