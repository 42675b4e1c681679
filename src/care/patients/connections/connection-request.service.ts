import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../../identity/accounts/account.service';
import { isoTime, now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { badInput, notFound } from '../../../platform/errors';
import type { ClinicNews } from '../../clinics/clinic-news.service';
import { findClinic, lockClinic } from '../../clinics/lock-clinic';
import { lockPatient } from '../lock-patient';
import type { PatientKey } from '../patient-directory.service';
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

/** Asks patients to connect data sources. */
export class ConnectionRequestService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly invitations: ConnectionInvitations,
    private readonly news: ClinicNews,
  ) {}

  /**
   * Asks a patient to connect a provider, which is added to their data sources. If it was connected before, the patient
   * is asked to reconnect. Throws when the patient or the source does not exist.
   */
  async request(key: PatientKey, providerName: string): Promise<void> {
    if (!(connectionProviders as readonly string[]).includes(providerName))
      throw badInput(`"${providerName}" is not one of ${connectionProviders.join(', ')}.`);
    await this.database.transaction(async (manager) => {
      await this.requestWithin(manager, key, providerName);
      declareCreated(manager, key.userId);
    });
  }

  /** `request` within a larger transaction. */
  async requestWithin(manager: EntityManager, key: PatientKey, providerName: string): Promise<void> {
    const clinic = await lockClinic(this.database, manager, key.clinicId);
    const patient = await lockPatient(this.database, manager, key);
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
    this.news.patientSourcesChanged(manager, key);
    const { email } = await this.accounts.lock(manager, userId);
    await this.invitations.send(manager, clinic, Object.assign(patient, set), request, email);
  }

  /**
   * Reminds a patient of a request, unless the source is connected, the clinic no longer manages the account, or
   * there is a later request.
   */
  async remind({ clinicId, userId, providerName, createdTime }: ConnectionReminder): Promise<void> {
    const [user] = await this.accounts.findMany([userId]);
    await this.database.transaction(async (manager) => {
      const clinic = await findClinic(manager, clinicId);
      const patient = await manager.findOneBy(PatientEntity, { clinicId, userId });
      if (!clinic || !patient?.permissions.includes('custodian')) return;
      const latest = patient.connectionRequests.find((request) => request.providerName === providerName);
      const isWaiting = patient.dataSources?.some(
        ({ providerName: name, state }) => name === providerName && state.startsWith('pending'),
      );
      if (latest?.createdTime !== createdTime || !isWaiting) return;
      await this.invitations.remind(manager, clinic, patient, latest, user?.email ?? null);
    });
  }
}

/** The data source, if its provider still has to be connected. */
function waiting(source: PatientDataSource, time: number): PatientDataSource {
  const expirationTime = isoTime(time + requestLifetime);
  if (source.modifiedTime === undefined) return { ...source, state: 'pending', expirationTime };
  return { ...source, state: 'pendingReconnect', modifiedTime: isoTime(time), expirationTime };
}
