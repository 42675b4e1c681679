import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { ExportOptions } from './export-options';

/** `ready`: the file is available. `failed`: there will be none. */
export type ExportState = 'waiting' | 'running' | 'ready' | 'failed';

/** A background export; its file is in the content store. */
@Entity({ name: 'requested_exports' })
export class RequestedExportEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** The owner of the exported records. */
  @Column({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The account that gets the file. */
  @Column({ type: 'varchar', name: 'requester_id' })
  @AccountColumn()
  requesterId!: string;

  @JsonColumn()
  options!: ExportOptions;

  @Column({ type: 'varchar' })
  state!: ExportState;

  /** Lines written so far. */
  @Column({ type: 'int', name: 'line_count' })
  lineCount!: number;

  /** Bytes; null until the file exists. */
  @TimeColumn({ nullable: true })
  size!: number | null;

  /** Key of the file in the store; null until it exists. */
  @Column({ type: 'varchar', name: 'content_key', nullable: true })
  contentKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When it became ready or failed. */
  @TimeColumn({ name: 'finished_time', nullable: true })
  finishedTime!: number | null;

  /** When the export and its file are deleted. */
  @TimeColumn({ name: 'expiration_time' })
  expirationTime!: number;
}
