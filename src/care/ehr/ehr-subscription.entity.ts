import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { EhrProvider } from '../clinics/settings/ehr-settings';

/** A message that has changed a subscription. */
export interface MatchedMessage {
  id: string;
  dataModel: string;
  eventType: string;
  /** Whether it turned the subscription on or off; earlier releases did not note that. */
  active?: boolean;
}

/** The subscription of the reports that go to Redox. */
export const reportSubscription = 'summaryAndReports';

/** The subscription of the reports that Xealth shows. */
export const xealthSubscription = 'xealthReports';

/** Whether a health record system gets reports on a patient. */
@Entity({ name: 'ehr_subscriptions' })
export class EhrSubscriptionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** What is subscribed to. */
  @PrimaryColumn({ type: 'varchar' })
  name!: string;

  @FlagColumn()
  active!: boolean;

  @Column({ type: 'varchar' })
  provider!: EhrProvider;

  /** In the order in which they came; each counts once. */
  @JsonColumn({ name: 'matched_messages' })
  matchedMessages!: MatchedMessage[];

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
