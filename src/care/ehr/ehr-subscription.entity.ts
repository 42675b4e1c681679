import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { EhrProvider } from '../clinics/settings/ehr-settings';

/** A message that changed a subscription. */
export interface MatchedMessage {
  id: string;
  dataModel: string;
  eventType: string;
  /** Whether it turned the subscription on or off; absent if a newer one already had, and in earlier releases. */
  active?: boolean;
}

/** Name of the subscription for reports to Redox. */
export const reportSubscription = 'summaryAndReports';

/** Name of the subscription for reports in Xealth. */
export const xealthSubscription = 'xealthReports';

/** Whether a health record system receives reports on a patient. */
@Entity({ name: 'ehr_subscriptions' })
export class EhrSubscriptionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The subscription's name. */
  @PrimaryColumn({ type: 'varchar' })
  name!: string;

  @FlagColumn()
  active!: boolean;

  @Column({ type: 'varchar' })
  provider!: EhrProvider;

  /** In order of arrival, without duplicates. */
  @JsonColumn({ name: 'matched_messages' })
  matchedMessages!: MatchedMessage[];

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
