import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { JsonColumn, TimeColumn } from '../database/columns';
import type { ExportOptions } from './export-options';

/** `ready`: the file can be had. `failed`: there will be none. */
export type ExportState = 'waiting' | 'running' | 'ready' | 'failed';

/** An export that is made in the background; its file lies in the content store. */
@Entity({ name: 'requested_exports' })
export class RequestedExportEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Whose records are exported. */
  @Column({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Who gets the file. */
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

  /** Bytes; null until the file is there. */
  @TimeColumn({ nullable: true })
  size!: number | null;

  /** Where the file lies in the store; null until it is there. */
  @Column({ type: 'varchar', name: 'content_key', nullable: true })
  contentKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When it became ready, or failed. */
  @TimeColumn({ name: 'finished_time', nullable: true })
  finishedTime!: number | null;

  /** From then on there is neither export nor file. */
  @TimeColumn({ name: 'expiration_time' })
  expirationTime!: number;
}
