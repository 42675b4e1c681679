import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../database/columns';

export type DataSetType = 'normal' | 'continuous';
/** Data sets of the old upload route have no state: nobody opens or closes them. */
export type DataSetState = 'open' | 'closed' | 'none';

/** One upload session of an account: a normal one shows its records once it is closed, a continuous one at once. */
@Entity({ name: 'data_sets' })
export class DataSetEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** `uploadId` of its records, as columns hold ids (see `idKey`); unique within the account. */
  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;

  /**
   * The upload id in all addresses, unique over all accounts. Null where another account had it first, which only
   * happens by the old upload route: its uploaders choose ids themselves.
   */
  @Column({ type: 'varchar', nullable: true })
  address!: string | null;

  /** The id of the data set, unique over all accounts. Null for those of the old upload route. */
  @Column({ type: 'varchar', name: 'unique_id', nullable: true })
  uniqueId!: string | null;

  @Column({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'data_set_type' })
  dataSetType!: DataSetType;

  @Column({ type: 'varchar' })
  state!: DataSetState;

  /** Listed and read only when active. */
  @FlagColumn()
  active!: boolean;

  /** Canonical name of the de-duplicator. */
  @Column({ type: 'varchar' })
  deduplicator!: string;

  @Column({ type: 'varchar', name: 'client_name', nullable: true })
  clientName!: string | null;

  @Column({ type: 'text', name: 'device_id', nullable: true })
  deviceId!: string | null;

  @TimeColumn()
  time!: number;

  /** What the uploader said about the set, validated; everything above and below is not repeated in it. */
  @JsonColumn()
  content!: object;

  @Column({ type: 'varchar', name: 'by_user', nullable: true })
  byUser!: string | null;

  /** Who and what created the set, for audits; never shown. */
  @JsonColumn()
  provenance!: object;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;

  @TimeColumn({ name: 'deleted_time', nullable: true })
  deletedTime!: number | null;
}
