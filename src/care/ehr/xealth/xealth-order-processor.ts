import type { EntityManager } from 'typeorm';
import type { Database } from '../../../platform/database/database';
import { conflict, unprocessable } from '../../../platform/errors';
import type { TaskOutcome } from '../../../platform/tasks/task-handler';
import type { ClinicService } from '../../clinics/clinic.service';
import type { ConnectionRequestService } from '../../patients/connections/connection-request.service';
import type { PatientKey } from '../../patients/patient-directory.service';
import type { PatientIdentification } from '../../patients/patient-identification.service';
import type { PatientService } from '../../patients/patient.service';
import type { ConnectedClinics } from '../../clinics/settings/connected-clinics.service';
import type { EhrSettings } from '../../clinics/settings/ehr-settings';
import { xealthSubscription } from '../ehr-subscription.entity';
import type { EhrSubscriptionService } from '../ehr-subscription.service';
import { failureReason } from '../failure-reason';
import { digestPerson, readEvent, readPerson, type XealthEvent, type XealthPerson } from './event';
import { findPatient, onlyBorn } from './find-patients';
import type { XealthOrderSource } from './order-source';
import { XealthOrderEntity } from './xealth-order.entity';
import type { XealthOrderService } from './xealth-order.service';
import { XealthPreorderEntity } from './xealth-preorder.entity';

const done: TaskOutcome = { state: 'completed' };

/** Thrown when another process was faster, so nothing is left to do. */
class Settled extends Error {}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  xealthOrders: XealthOrderService;
  source: XealthOrderSource;
  clinics: ClinicService;
  connectedClinics: ConnectedClinics;
  patientIdentification: PatientIdentification;
  patients: PatientService;
  ehrSubscriptions: EhrSubscriptionService;
  connectionRequests: ConnectionRequestService;
}

/**
 * Processes Xealth orders: creates accounts, and makes reports visible until the order is canceled. Each step is one
 * transaction that updates the order, so processing an order again has no further effect.
 */
export class XealthOrderProcessor {
  constructor(private readonly parts: Parts) {}

  /** Processes an order. Throws when it should be retried. */
  async process(id: string): Promise<TaskOutcome> {
    const order = await this.parts.database.reader.findOneBy(XealthOrderEntity, { id });
    if (!order) return done;
    if (order.cancellationId === null && order.userId !== null) return done;
    const connected = await this.parts.connectedClinics.find(order.clinicId);
    if (connected?.settings.provider !== 'xealth') return done;
    try {
      await this.follow(order, connected.settings);
    } catch (error) {
      const reason = failureReason(error);
      await this.parts.database.transaction((manager) =>
        manager.update(XealthOrderEntity, { id }, { reason }),
      );
      throw error;
    }
    return done;
  }

  private async follow(order: XealthOrderEntity, settings: EhrSettings): Promise<void> {
    const isCanceled = order.cancellationId !== null;
    const { userId } = order;
    if (isCanceled && userId !== null) return this.cancel(order, () => Promise.resolve(userId));
    const event = readEvent(await this.parts.source.read(order.deployment, order.orderId));
    const person = readPerson(event, settings);
    await (isCanceled ? this.cancelFor(order, person) : this.enroll(order, event, person, settings));
  }

  private async enroll(
    order: XealthOrderEntity,
    event: XealthEvent,
    person: XealthPerson,
    settings: EhrSettings,
  ): Promise<void> {
    const { database, patientIdentification } = this.parts;
    const { mrn } = person;
    const patients = await patientIdentification.withMrn(database.reader, order.clinicId, { mrn });
    const known = onlyBorn(patients, person);
    if (known) return this.enable(order, person);
    if (patients.length > 0)
      throw unprocessable('There is a patient with this record number and another birthday.');
    await this.open(order, event, person, settings);
  }

  private async enable({ id, clinicId }: XealthOrderEntity, person: XealthPerson): Promise<void> {
    const { clinics, database, patientIdentification } = this.parts;
    await database.transaction(async (manager) => {
      await clinics.holdOpen(manager, clinicId);
      if (!(await this.isWaiting(manager, id))) return;
      // Until the end, no patient of the clinic can get another record number.
      const patient = await findPatient(patientIdentification, manager, clinicId, person);
      if (!patient) throw conflict('The record of the patient has just been changed.');
      await this.turnOn(manager, id, patient);
    });
  }

  /** Creates an account from the form that was completed before the order. */
  private async open(
    { id, clinicId }: XealthOrderEntity,
    { trackingId }: XealthEvent,
    person: XealthPerson,
    { mrnIdType }: EhrSettings,
  ): Promise<void> {
    const { mrn, birthDate, fullName } = person;
    if (fullName === '') throw unprocessable('The order does not contain the name of the patient.');
    const key = { clinicId, trackingId: trackingId?.toLowerCase() ?? '' };
    const preorder = await this.parts.database.reader.findOneBy(XealthPreorderEntity, key);
    if (!preorder) throw unprocessable('The order has no completed form.');
    const { enrollment, personDigest } = preorder;
    if (personDigest !== null && personDigest !== digestPerson(person))
      throw unprocessable('The completed form of the order is for another person.');
    const { email, connections, tagIds } = enrollment;
    const dataSources = connections.map((providerName) => ({ providerName, state: 'pending' }));
    const fields = {
      fullName,
      birthDate,
      mrn,
      email,
      tagIds,
      ...(dataSources.length > 0 && { dataSources }),
    };
    const alongside = {
      check: async (manager: EntityManager) => {
        if (!(await this.isWaiting(manager, id))) throw new Settled();
        if ((await this.parts.patientIdentification.withMrn(manager, clinicId, { mrn })).length > 0)
          throw conflict(`There is a patient with this ${mrnIdType} already.`);
      },
      follow: async (manager: EntityManager, patient: PatientKey) => {
        await this.turnOn(manager, id, patient);
        await manager.delete(XealthPreorderEntity, key);
        for (const providerName of connections)
          await this.parts.connectionRequests.requestWithin(manager, patient, providerName, null);
      },
    };
    await this.parts.patients.create(clinicId, fields, null, alongside).catch((error: unknown) => {
      if (!(error instanceof Settled)) throw error;
    });
  }

  /** False once reports are visible, or the order is canceled. */
  private async isWaiting(manager: EntityManager, id: string): Promise<boolean> {
    const order = await this.parts.xealthOrders.lock(manager, id);
    return order !== null && order.userId === null && order.cancellationId === null;
  }

  private async turnOn(manager: EntityManager, id: string, { clinicId, userId }: PatientKey): Promise<void> {
    await this.parts.ehrSubscriptions.setWithin(
      manager,
      { clinicId, userId },
      { name: xealthSubscription, provider: 'xealth', active: true },
      { id, dataModel: 'Order', eventType: 'New' },
    );
    await manager.update(XealthOrderEntity, { id }, { userId, reason: null });
  }

  /** Turns reports off for the patient of an order whose cancellation arrived first. */
  private async cancelFor(order: XealthOrderEntity, person: XealthPerson): Promise<void> {
    const { patientIdentification } = this.parts;
    await this.cancel(order, async (manager) => {
      const patient = await findPatient(patientIdentification, manager, order.clinicId, person);
      return patient?.userId ?? null;
    });
  }

  /** `find` is called once the clinic is locked, so that no patient can get another record number; null for nobody. */
  private async cancel(
    { id, clinicId, cancellationId }: XealthOrderEntity,
    find: (manager: EntityManager) => Promise<string | null>,
  ): Promise<void> {
    if (cancellationId === null) return;
    await this.parts.database.transaction(async (manager) => {
      await this.parts.clinics.holdOpen(manager, clinicId);
      const userId = await find(manager);
      if (userId === null) return;
      await this.parts.ehrSubscriptions.setWithin(
        manager,
        { clinicId, userId },
        { name: xealthSubscription, provider: 'xealth', active: false },
        { id: cancellationId, dataModel: 'Order', eventType: 'Cancel' },
      );
      await manager.update(XealthOrderEntity, { id }, { userId, reason: null });
    });
  }
}
