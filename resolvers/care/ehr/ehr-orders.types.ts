import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type {
  EhrOrderRecord,
  ScheduledReport,
  SentMessage,
} from '../../../src/care/ehr/ehr-order-history.service';
import type { EhrProvider, ProcedureCodes } from '../../../src/care/clinics/settings/ehr-settings';
import type { TaskState } from '../../../src/platform/tasks/task.entity';
import { EhrProviderName } from '../clinics/ehr-settings.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';
import { TaskStateName } from '../../platform/tasks/tasks.types';

const EhrMessageStateName = {
  WAITING: 'WAITING',
  SENT: 'SENT',
  FAILED: 'FAILED',
  KEPT: 'KEPT',
} as const;

type EhrMessageState = keyof typeof EhrMessageStateName;

registerEnumType(EhrMessageStateName, {
  name: 'EhrMessageState',
  description: 'Delivery state of a message to an EHR.',
  valuesConfig: {
    WAITING: { description: 'Not sent yet.' },
    SENT: { description: 'Accepted by the receiver.' },
    FAILED: { description: 'Not accepted so far; will be retried.' },
    KEPT: { description: 'Stored only: no address of the receiver was configured when it was created.' },
  },
});

const EhrProcedureName = {
  ENABLE_SUMMARY_REPORTS: 'enableSummaryReports',
  DISABLE_SUMMARY_REPORTS: 'disableSummaryReports',
  CREATE_ACCOUNT: 'createAccount',
  CREATE_ACCOUNT_AND_ENABLE_REPORTS: 'createAccountAndEnableReports',
} as const satisfies Record<string, keyof ProcedureCodes>;

registerEnumType(EhrProcedureName, {
  name: 'EhrProcedure',
  description: 'What an order from an EHR asks for. `EhrSettings.procedureCodes` has the code of each.',
  valuesConfig: {
    ENABLE_SUMMARY_REPORTS: { description: 'Turns reports on a patient on.' },
    DISABLE_SUMMARY_REPORTS: { description: 'Turns reports on a patient off.' },
    CREATE_ACCOUNT: { description: 'Creates an account for the patient.' },
    CREATE_ACCOUNT_AND_ENABLE_REPORTS: {
      description: 'Creates an account for the patient and turns reports on.',
    },
  },
});

const EhrDataModelName = { RESULTS: 'Results', FLOWSHEET: 'Flowsheet', NOTES: 'Notes' } as const;

registerEnumType(EhrDataModelName, {
  name: 'EhrDataModel',
  description: 'What a message to an EHR carries.',
  valuesConfig: {
    RESULTS: { description: 'The outcome of the order.' },
    FLOWSHEET: { description: 'Figures of the patient, such as the mean of glucose.' },
    NOTES: { description: 'A report on the patient, as a document.' },
  },
});

@ObjectType({ description: 'A subscription to reports on a patient that an order turned on or off.' })
export class EhrOrderSubscription {
  @Field({
    description: 'The kind of subscription: `summaryAndReports` (sent) or `xealthReports` (displayed).',
  })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the order turned it on or off; absent for orders of earlier releases.',
  })
  turnedOn!: boolean | null;

  @Field({ description: 'Whether it is on now.' })
  isActive!: boolean;
}

@ObjectType({ description: 'A scheduled report, sent without a new order.' })
export class EhrOrderReport {
  @Field(() => ID, { description: 'Id of the report.' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was scheduled.' })
  createdTime!: number;

  @Field(() => TaskStateName, {
    nullable: true,
    description:
      'State of the report. A report with nothing new is COMPLETED without a message. Absent if no longer known.',
  })
  state!: TaskState | null;
}

@ObjectType({
  description: 'A message sent to the EHR in reply to an order, without its content.',
})
export class EhrOrderMessage {
  @Field(() => ID, { description: 'Id of the message; the receiver gets it as `Idempotency-Key`.' })
  id!: string;

  @Field(() => EhrDataModelName, {
    nullable: true,
    description: 'What the message carries; absent if unknown.',
  })
  dataModel!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdTime!: number;

  @Field(() => EhrMessageStateName, { description: 'Delivery state.' })
  state!: EhrMessageState;

  @Field(() => Int, { description: 'Number of delivery attempts, successful or not.' })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the receiver accepted it.' })
  sentTime!: number | null;
}

@ObjectType({ description: 'An order from an EHR, and its outcome.' })
export class EhrOrder {
  @Field(() => ID, { description: 'Id of the order; for Redox its `documentId`.' })
  id!: string;

  @Field(() => EhrProviderName, { description: 'The EHR integration that it came from.' })
  provider!: EhrProvider;

  @Field(() => DateTime, { description: 'When the service received it.' })
  createdTime!: number;

  @Field(() => EhrProcedureName, {
    nullable: true,
    description: 'What it orders. Absent while unknown, and for orders of earlier releases.',
  })
  procedure!: keyof ProcedureCodes | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the account of the matched patient; absent as long as there is none.',
  })
  userId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the order created this account; absent for orders of Xealth.',
  })
  hasOpenedAccount!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the last attempt to process the order failed, for example because no patient matches. Absent after success and while it is pending.',
  })
  reason!: string | null;

  @Field({ description: 'Whether the order was canceled; never true for Redox.' })
  isCanceled!: boolean;

  clinicId!: string;

  changeIds!: string[];
}

@ObjectType({ description: 'An order and its cursor.' })
export class EhrOrderEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The order.' })
  node!: EhrOrder;
}

@ObjectType({ description: 'A page of the orders of a clinic, newest first.' })
export class EhrOrderConnection {
  @Field(() => [EhrOrderEdge], { description: 'The orders of the page.' })
  edges!: EhrOrderEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class EhrOrderArguments extends pageArguments('orders') {}

/** Maps an order to its GraphQL type. */
export const toEhrOrder = ({ procedureName, ...order }: EhrOrderRecord): EhrOrder =>
  Object.assign(new EhrOrder(), { ...order, procedure: procedureName });

/** Maps a scheduled report to its GraphQL type. */
export const toEhrOrderReport = ({ id, createdTime, state }: ScheduledReport): EhrOrderReport =>
  Object.assign(new EhrOrderReport(), { id, createdTime, state });

/** Maps a message to its GraphQL type. */
export const toEhrOrderMessage = (message: SentMessage): EhrOrderMessage => {
  const { id, dataModel, createdTime, sentTime, attempts } = message;
  const state = messageState(message);
  return Object.assign(new EhrOrderMessage(), {
    id,
    dataModel,
    createdTime,
    sentTime,
    attempts: attempts ?? 0,
    state,
  });
};

function messageState({ sentTime, attempts }: SentMessage): EhrMessageState {
  if (sentTime !== null) return 'SENT';
  if (attempts === null) return 'KEPT';
  return attempts === 0 ? 'WAITING' : 'FAILED';
}
