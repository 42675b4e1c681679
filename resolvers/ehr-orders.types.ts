import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type {
  EhrOrderRecord,
  ScheduledReport,
  SentMessage,
} from '../src/clinics/ehr/ehr-order-history.service';
import type { EhrProvider } from '../src/clinics/settings/ehr-settings';
import type { TaskState } from '../src/tasks/task.entity';
import { EhrProviderName } from './ehr-settings.types';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';
import { TaskStateName } from './tasks.types';

const EhrMessageStateName = {
  WAITING: 'WAITING',
  SENT: 'SENT',
  FAILED: 'FAILED',
  KEPT: 'KEPT',
} as const;

type EhrMessageState = keyof typeof EhrMessageStateName;

registerEnumType(EhrMessageStateName, {
  name: 'EhrMessageState',
  description: 'What has become of a message to a health record system.',
  valuesConfig: {
    WAITING: { description: 'It was not sent yet.' },
    SENT: { description: 'The receiver took it.' },
    FAILED: { description: 'The receiver did not take it so far; it is sent again.' },
    KEPT: { description: 'It is only kept: no address of the receiver was set when it was made.' },
  },
});

@ObjectType({ description: 'Reports on a patient that an order turned on or off.' })
export class EhrOrderSubscription {
  @Field({
    description:
      'What is subscribed to: `summaryAndReports`, which are sent, or `xealthReports`, which are shown.',
  })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the order turned them on or off; absent for orders of earlier releases.',
  })
  turnedOn!: boolean | null;

  @Field({ description: 'Whether they are on now.' })
  isActive!: boolean;
}

@ObjectType({ description: 'A report that was scheduled without a new order.' })
export class EhrOrderReport {
  @Field(() => ID, { description: 'Id of the report.' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was scheduled.' })
  createdTime!: number;

  @Field(() => TaskStateName, {
    nullable: true,
    description:
      'How far it is; a report that would say nothing new is COMPLETED without a message. Absent when that is not known any more.',
  })
  state!: TaskState | null;
}

@ObjectType({
  description: 'A message to the health record system in answer to an order, without what it says.',
})
export class EhrOrderMessage {
  @Field(() => ID, { description: 'Id of the message; the receiver gets it as `Idempotency-Key`.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it tells: `Results`, `Flowsheet` or `Notes`.',
  })
  dataModel!: string | null;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdTime!: number;

  @Field(() => EhrMessageStateName, { description: 'What has become of it.' })
  state!: EhrMessageState;

  @Field(() => Int, { description: 'How often it was sent, with or without success.' })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the receiver took it.' })
  sentTime!: number | null;
}

@ObjectType({ description: 'An order of a health record system, and what became of it.' })
export class EhrOrder {
  @Field(() => ID, { description: 'Id of the order: the `documentId` of an order of Redox.' })
  id!: string;

  @Field(() => EhrProviderName, { description: 'The system that it came from.' })
  provider!: EhrProvider;

  @Field(() => DateTime, { description: 'When the service heard of it.' })
  createdTime!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'What it asks for: `enableSummaryReports`, `disableSummaryReports`, `createAccount` or `createAccountAndEnableReports`. Absent while it is not known, and for orders of earlier releases.',
  })
  procedure!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The account of the patient it was matched to; absent as long as there is none.',
  })
  userId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the order opened this account; absent for orders of Xealth.',
  })
  hasOpenedAccount!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the order could not be followed when that was last tried, such as that no patient matches; absent when it was, and while it waits.',
  })
  reason!: string | null;

  @Field({ description: 'Whether the order was canceled; orders of Redox are not.' })
  isCanceled!: boolean;

  clinicId!: string;

  changeIds!: string[];
}

@ObjectType({ description: 'An order and its place in the list.' })
export class EhrOrderEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The order.' })
  node!: EhrOrder;
}

@ObjectType({ description: 'A page of the orders of a clinic, newest first.' })
export class EhrOrderConnection {
  @Field(() => [EhrOrderEdge], { description: 'The orders of the page.' })
  edges!: EhrOrderEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class EhrOrderArguments {
  @Field(() => Int, { description: 'How many orders at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

/** An order as the graph shows it. */
export const toEhrOrder = ({ procedureName, ...order }: EhrOrderRecord): EhrOrder =>
  Object.assign(new EhrOrder(), { ...order, procedure: procedureName });

/** A scheduled report as the graph shows it. */
export const toEhrOrderReport = ({ id, createdTime, state }: ScheduledReport): EhrOrderReport =>
  Object.assign(new EhrOrderReport(), { id, createdTime, state });

/** A message as the graph shows it. */
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
