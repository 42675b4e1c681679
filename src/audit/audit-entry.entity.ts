import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, PrimaryTimeColumn } from '../database/columns';
import type { EffectivePermission } from '../sharing/permission';
import type { AccessKind, AccessReason } from './access';
import type { ConsentChange } from './consent-change';
import type { ShareChange } from './share-change';

/** Who read or changed whose data. Entries are only ever added. */
@Entity({ name: 'audit_entries' })
export class AuditEntryEntity {
  /** Account whose data it is about. */
  @PrimaryColumn({ type: 'varchar', name: 'subject_id' })
  subjectId!: string;

  @PrimaryTimeColumn({ name: 'time' })
  time!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  kind!: AccessKind;

  /** Account that acted; null when nobody knows who it was. */
  @Column({ type: 'varchar', name: 'actor_id', nullable: true })
  actorId!: string | null;

  /** OAuth client or name of the trusted server that acted for them. */
  @Column({ type: 'varchar', nullable: true })
  client!: string | null;

  /** REST route or operation of the graph, such as `GET /data/{userId}` or `query Dashboard`. */
  @Column({ type: 'varchar' })
  operation!: string;

  /** The fields of the graph that were asked for, such as `User.data`. */
  @JsonColumn()
  fields!: string[];

  /** Null when it was not allowed, or was no question of that. */
  @Column({ type: 'varchar', nullable: true })
  reason!: AccessReason | null;

  /** What the actor held on the account at that time. */
  @JsonColumn()
  permissions!: EffectivePermission[];

  /** How a share was changed; null for all else. */
  @JsonColumn({ nullable: true })
  share!: ShareChange | null;

  /** Consents that were granted or revoked; null for all else. */
  @JsonColumn({ nullable: true })
  consents!: ConsentChange[] | null;

  /** Id of the request, as in the log of the process. */
  @Column({ type: 'varchar', name: 'request_id', nullable: true })
  requestId!: string | null;
}
