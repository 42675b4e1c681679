import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../../identity/accounts/account.service';
import { isoTime, now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { lockRow } from '../../../platform/database/lock-rows';
import { badInput, notFound } from '../../../platform/errors';
import type { ClinicNews } from '../../clinics/clinic-news.service';
import { findClinic, lockClinic } from '../../clinics/lock-clinic';
import { lockPatient } from '../lock-patient';
import type { PatientKey } from '../patient-directory.service';
import type { MergedClinics } from '../ports';
import { PatientEntity, type PatientDataSource } from '../patient.entity';
import {
  requestLifetime,
  type ConnectionInvitations,
  type ConnectionReminder,
} from './connection-invitations';
import { declareCreated } from '../../../platform/database/created';

/** The data providers that patients can be asked to connect. */
export const connectionProviders = ['dexcom', 'twiist', 'abbott'] as const;

export type ConnectionProvider = (typeof connectionProviders)[number];

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  connectionInvitations: ConnectionInvitations;
  clinicMerges: MergedClinics;
  clinicNews: ClinicNews;
}

/** Asks patients to connect data sources. */
export class ConnectionRequestService {
  constructor(private readonly parts: Parts) {}

  /**
   * Asks a patient to connect a provider, which is added to their data sources. If it was connected before, the patient
   * is asked to reconnect. Throws when the patient or the source does not exist.
   *
   * @param askerId the account that asks for it; null for trusted servers
   */
  async request(key: PatientKey, providerName: string, askerId: string | null): Promise<void> {
    if (!(connectionProviders as readonly string[]).includes(providerName))
      throw badInput(`"${providerName}" is not one of ${connectionProviders.join(', ')}.`);
    await this.parts.database.transaction(async (manager) => {
      await this.requestWithin(manager, key, providerName, askerId);
      declareCreated(manager, key.userId);
    });
  }

  /** `request` within a larger transaction. */
  async requestWithin(
    manager: EntityManager,
    key: PatientKey,
    providerName: string,
    askerId: string | null,
  ): Promise<void> {
    const clinic = await lockClinic(this.parts.database, manager, key.clinicId);
    const patient = await lockPatient(this.parts.database, manager, key);
    const place = (patient.dataSources ?? []).findIndex((source) => source.providerName === providerName);
    if (place < 0) throw notFound('The patient has no data source of this provider.').about('provider');
    const time = now();
    const request = { providerName, createdTime: time };
    const set = {
      dataSources: (patient.dataSources ?? []).map((source, index) =>
        index === place ? waiting(source, time) : source,
      ),
      connectionRequests: [request, ...patient.connectionRequests],
      updatedTime: time,
    };
    const { clinicId, userId } = key;
    await manager.update(PatientEntity, { clinicId, userId }, set);
    this.parts.clinicNews.patientSourcesChanged(manager, key);
    const { email } = await this.parts.accounts.lock(manager, userId);
    const mail = { request, address: email, askerId };
    await this.parts.connectionInvitations.send(manager, clinic, Object.assign(patient, set), mail);
  }

  /**
   * Reminds a patient of a request, unless the source is connected, the clinic no longer manages the account, or
   * there is a later request. After a merge, the clinic that has the patient now does.
   */
  async remind({ clinicId, userId, providerName, createdTime }: ConnectionReminder): Promise<void> {
    const [user] = await this.parts.accounts.findMany([userId]);
    await this.parts.database.transaction(async (manager) => {
      const patient = await this.findMoved(manager, { clinicId, userId });
      const clinic = patient && (await findClinic(manager, patient.clinicId));
      if (!clinic || !patient.permissions.includes('custodian')) return;
      const latest = patient.connectionRequests.find((request) => request.providerName === providerName);
      const isWaiting = patient.dataSources?.some(
        ({ providerName: name, state }) => name === providerName && state.startsWith('pending'),
      );
      if (latest?.createdTime !== createdTime || !isWaiting) return;
      const mail = { request: latest, address: user?.email ?? null, askerId: null };
      await this.parts.connectionInvitations.remind(manager, clinic, patient, mail);
    });
  }

  /** Locks and returns a patient, wherever merges have moved the record; null if there is none. */
  private async findMoved(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
  ): Promise<PatientEntity | null> {
    const patient = await lockRow(this.parts.database, manager, PatientEntity, { clinicId, userId });
    if (patient) return patient;
    const targetId = await this.parts.clinicMerges.findTarget(manager, clinicId);
    return targetId === null ? null : this.findMoved(manager, { clinicId: targetId, userId });
  }
}

/** The data source, if its provider still has to be connected. */
function waiting(source: PatientDataSource, time: number): PatientDataSource {
  const expirationTime = isoTime(time + requestLifetime);
  if (source.modifiedTime === undefined) return { ...source, state: 'pending', expirationTime };
  return { ...source, state: 'pendingReconnect', modifiedTime: isoTime(time), expirationTime };
}
