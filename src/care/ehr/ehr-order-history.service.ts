import { In, IsNull, Not } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { readPagesOfIds, readParts, type PageOfIds, type PartQuestion } from '../../platform/database/pages';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
import { partOfItems } from '../../platform/part-of-items';
import type { TaskService } from '../../platform/tasks/task.service';
import type { TaskState } from '../../platform/tasks/task.entity';
import type { PatientKey } from '../patients/patient-directory.service';
import type { EhrProvider, ProcedureCodes } from '../clinics/settings/ehr-settings';
import { EhrMessageEntity } from './ehr-message.entity';
import { EhrSubscriptionEntity } from './ehr-subscription.entity';
import { reportTaskName } from './order-tasks';
import { OutgoingMessageEntity } from './outgoing-message.entity';
import { ScheduledOrderEntity } from './scheduled-order.entity';
import { XealthOrderEntity } from './xealth/xealth-order.entity';

/** A request for a part of a clinic's orders, newest first. */
export interface EhrOrderQuestion extends ListPart {
  clinicId: string;
}

/** The orders of a clinic, newest first: their ids grow with the arrival. */
export const ordersOrder: ListOrder = {
  name: 'newest',
  keys: [{ expression: 'id', kind: 'text', descending: true }],
};

/** An order and its outcome. */
export interface EhrOrderRecord {
  id: string;
  clinicId: string;
  provider: EhrProvider;
  createdTime: number;
  /** Null until it is processed, and if the clinic does not know its code. */
  procedureName: keyof ProcedureCodes | null;
  /** The patient; null if none was found yet. */
  userId: string | null;
  hasOpenedAccount: boolean | null;
  /** Why the last attempt to process it failed. */
  reason: string | null;
  /** Ids under which subscription changes are stored: that of the order, and that of its cancellation. */
  changeIds: string[];
  isCanceled: boolean;
}

/** A scheduled report without a new order. */
export interface ScheduledReport {
  id: string;
  createdTime: number;
  /** Its progress; null if its task was deleted. */
  state: TaskState | null;
}

/** Public properties of a message to a health record system; never its content. */
export type SentMessage = Pick<
  OutgoingMessageEntity,
  'id' | 'dataModel' | 'createdTime' | 'sentTime' | 'attempts'
>;

/** Maximum number of reports and messages per order; newest first. */
const mostPerOrder = 20;

/** Outcomes of orders from health record systems, for their clinics. */
export class EhrOrderHistory {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskService,
    private readonly prefix: string,
  ) {}

  /** Pages of orders, in the order of the requests. For loaders. */
  readonly pages = async (questions: readonly EhrOrderQuestion[]): Promise<Placed<EhrOrderRecord>[][]> => {
    const { reader } = this.database;
    const parts = await readParts(reader, questions.flatMap(selectOrders));
    const ids = parts.flat().map(({ id }) => id);
    if (ids.length === 0) return questions.map(() => []);
    const byId = await this.readOrders(ids);
    return questions.map((question, index) => {
      const ofTables = parts.slice(index * orderTables.length, (index + 1) * orderTables.length).flat();
      const orders = ofTables
        .map(({ id, place }) => ({ place, item: byId.get(id) ?? null }))
        .sort(({ place: [one] }, { place: [other] }) => (String(other) < String(one) ? -1 : 1));
      return partOfItems(ordersOrder, orders, question);
    });
  };

  /** Orders of any clinic by id, in the order of the ids; null for what is no order of a clinic. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(EhrOrderRecord | null)[]> => {
    const found = await this.readOrders(ids);
    return ids.map((id) => found.get(id) ?? null);
  };

  private async readOrders(ids: readonly string[]): Promise<Map<string, EhrOrderRecord>> {
    const { reader } = this.database;
    const [messages, xealthOrders] = await Promise.all([
      // Without the message itself, which may be long.
      reader.find(EhrMessageEntity, {
        select: {
          id: true,
          clinicId: true,
          userId: true,
          openedUserId: true,
          procedureName: true,
          reason: true,
          createdTime: true,
        },
        where: { id: In([...ids]), clinicId: Not(IsNull()) },
      }),
      reader.findBy(XealthOrderEntity, { id: In([...ids]) }),
    ]);
    const found = [...messages.map(redoxOrder), ...xealthOrders.map(xealthOrder)];
    return new Map(found.map((order) => [order.id, order]));
  }

  /** All subscriptions of patients, in the order of the patients. For loaders. */
  readonly subscriptionsByPatient = async (
    keys: readonly PatientKey[],
  ): Promise<EhrSubscriptionEntity[][]> => {
    const found = await this.database.reader.findBy(EhrSubscriptionEntity, {
      clinicId: In([...new Set(keys.map(({ clinicId }) => clinicId))]),
      userId: In([...new Set(keys.map(({ userId }) => userId))]),
    });
    const byPatient = grouped(found, patientKeyText);
    return keys.map((key) => byPatient.get(patientKeyText(key)) ?? []);
  };

  /** The newest scheduled reports for orders, in the order of the orders. For loaders. */
  readonly reportsByOrder = async (orderIds: readonly string[]): Promise<ScheduledReport[][]> => {
    const { reader } = this.database;
    const pages = await readPagesOfIds(
      reader,
      orderIds.map((id) => newestPage('ehr_scheduled_orders', 'message_id', id)),
    );
    const ids = pages.flat();
    if (ids.length === 0) return pages.map(() => []);
    const [found, states] = await Promise.all([
      reader.findBy(ScheduledOrderEntity, { id: In(ids) }),
      this.tasks.statesByName(ids.map((id) => reportTaskName(this.prefix, id))),
    ]);
    const reports = found.map(({ id, messageId, createdTime }) => {
      const state = states.get(reportTaskName(this.prefix, id)) ?? null;
      return { id, messageId, createdTime, state };
    });
    const byOrder = grouped(reports.sort(newestFirst), ({ messageId }) => messageId);
    return orderIds.map((id) => byOrder.get(id) ?? []);
  };

  /** The newest messages in response to orders, in the order of the orders. For loaders. */
  readonly messagesByOrder = async (orderIds: readonly string[]): Promise<SentMessage[][]> => {
    const { reader } = this.database;
    const pages = await readPagesOfIds(
      reader,
      orderIds.map((id) => newestPage('ehr_outgoing_messages', 'order_id', id)),
    );
    const ids = pages.flat();
    if (ids.length === 0) return pages.map(() => []);
    const found = await reader.find(OutgoingMessageEntity, {
      select: {
        id: true,
        orderId: true,
        dataModel: true,
        createdTime: true,
        sentTime: true,
        attempts: true,
      },
      where: { id: In(ids) },
    });
    const byOrder = grouped(found.sort(newestFirst), ({ orderId }) => orderId);
    return orderIds.map((id) => byOrder.get(id) ?? []);
  };
}

const newestFirst = (one: { id: string }, other: { id: string }): number =>
  other.id < one.id ? -1 : Number(other.id > one.id);

/** Items grouped by key, each group in its original order. */
function grouped<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(toKey(item));
    if (group) group.push(item);
    else groups.set(toKey(item), [item]);
  }
  return groups;
}

const patientKeyText = ({ clinicId, userId }: PatientKey): string => `${clinicId} ${userId}`;

/** Both tables of a clinic's orders. */
const orderTables = ['ehr_messages', 'xealth_orders'];

const selectOrders = ({ clinicId, ...part }: EhrOrderQuestion): PartQuestion[] =>
  orderTables.map((table) => ({
    source: { id: 'id', from: `FROM ${table} WHERE clinic_id = ?`, parameters: [clinicId] },
    keys: ordersOrder.keys,
    part,
  }));

const newestPage = (table: string, column: string, value: string): PageOfIds => ({
  sql: `SELECT id FROM ${table} WHERE ${column} = ? ORDER BY id DESC LIMIT ${mostPerOrder}`,
  parameters: [value],
});

const redoxOrder = (message: EhrMessageEntity): EhrOrderRecord => ({
  id: message.id,
  // An order without a row is on no page.
  clinicId: message.clinicId ?? '',
  provider: 'redox',
  createdTime: message.createdTime,
  procedureName: message.procedureName,
  userId: message.userId,
  hasOpenedAccount: message.openedUserId !== null,
  reason: message.reason,
  changeIds: [message.id],
  isCanceled: false,
});

const xealthOrder = (order: XealthOrderEntity): EhrOrderRecord => ({
  id: order.id,
  clinicId: order.clinicId,
  provider: 'xealth',
  createdTime: order.createdTime,
  procedureName: 'createAccountAndEnableReports',
  userId: order.userId,
  hasOpenedAccount: null,
  reason: order.reason,
  changeIds: order.cancellationId === null ? [order.id] : [order.id, order.cancellationId],
  isCanceled: order.cancellationId !== null,
});
