import type { EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import type { RequestedMails } from '../../../identity/confirmations/requested-mails.service';
import type { OutboxService } from '../../../platform/outbox/outbox.service';
import type { RestrictedTokenService } from '../../../identity/restricted-tokens/restricted-token.service';
import type { ClinicEntity } from '../../clinics/clinic.entity';
import { findClinic } from '../../clinics/lock-clinic';
import type { ConnectionRequest, PatientEntity } from '../patient.entity';
import { senderToPatient } from '../sender-to-patient';
import { connectionMail, type ConnectionMailKind } from './connection-mails';
import { sourceIssueMail, type SourceIssueMail } from './source-issue-mail';

export interface ConnectionSettings {
  /** Base URL of the REST routes. */
  baseUrl: string;
  /** Milliseconds after which patients with managed accounts are reminded; 0 for never. */
  reminderDelay: number;
}

/** Outbox topic: a patient may need a reminder of a request. */
export const connectionReminderTopic = 'connection-reminder';

/** A request that may have to be repeated. */
export interface ConnectionReminder extends ConnectionRequest {
  clinicId: string;
  userId: string;
}

const day = 86_400_000;

/** How long a request is open and its link is valid. Milliseconds. */
export const requestLifetime = 30 * day;

/** A mail with a link to connect a provider. */
interface WantedMail {
  request: ConnectionRequest;
  /** Of the account; null sends nothing. */
  address: string | null;
  /** The account that asks for it; null if nobody does, or a trusted server. */
  askerId: string | null;
}

/** Links with which patients connect data sources, and their mails. */
export class ConnectionInvitations {
  constructor(
    private readonly restrictedTokens: RestrictedTokenService,
    private readonly outbox: OutboxService,
    private readonly mails: RequestedMails,
    private readonly settings: ConnectionSettings,
  ) {}

  /**
   * Sends a new link, which invalidates older ones for the same provider. Without an address nothing is sent. Throws
   * when the address has received too many mails, or who asks has sent too many.
   */
  async send(
    manager: EntityManager,
    clinic: Pick<ClinicEntity, 'name'>,
    patient: PatientEntity,
    wanted: WantedMail,
  ): Promise<void> {
    const { request } = wanted;
    const isCustodial = patient.permissions.includes('custodian');
    const isSent = await this.mail(manager, clinic, patient, wanted, chooseKind(patient, request));
    if (!isSent || !isCustodial || this.settings.reminderDelay === 0) return;
    const reminder: ConnectionReminder = {
      ...request,
      clinicId: patient.clinicId,
      userId: patient.userId,
    };
    await this.outbox.add(manager, connectionReminderTopic, reminder, this.settings.reminderDelay);
  }

  /** Resends the latest request for each provider, because the patient has a new address. */
  async resend(manager: EntityManager, patient: PatientEntity, address: string | null): Promise<void> {
    const latest = new Map<string, ConnectionRequest>();
    for (const request of patient.connectionRequests) {
      if (!latest.has(request.providerName)) latest.set(request.providerName, request);
    }
    if (latest.size === 0) return;
    const clinic = await findClinic(manager, patient.clinicId);
    for (const request of latest.values())
      if (clinic) await this.send(manager, clinic, patient, { request, address, askerId: null });
  }

  /** Sends a link to a patient who has not followed an earlier one. */
  async remind(
    manager: EntityManager,
    clinic: Pick<ClinicEntity, 'name'>,
    patient: PatientEntity,
    wanted: WantedMail,
  ): Promise<void> {
    await this.mail(manager, clinic, patient, wanted, 'reminder');
  }

  /** Sends a link to reconnect a data source that has failed. */
  async tellIssue(
    manager: EntityManager,
    userId: string,
    issue: Omit<SourceIssueMail, 'address'>,
  ): Promise<void> {
    const address = await this.newLink(manager, userId, issue.providerName);
    await this.mails.remind(manager, sourceIssueMail({ ...issue, address }), null);
  }

  private async mail(
    manager: EntityManager,
    { name: clinicName }: Pick<ClinicEntity, 'name'>,
    patient: PatientEntity,
    { request: { providerName }, address: to, askerId }: WantedMail,
    kind: ConnectionMailKind,
  ): Promise<boolean> {
    const { userId, fullName: patientName } = patient;
    if (to === null) {
      await this.endLinks(manager, userId, providerName);
      return false;
    }
    const address = await this.newLink(manager, userId, providerName);
    const mail = connectionMail({ kind, to, providerName, clinicName, patientName, address });
    const sender = senderToPatient(patient);
    if (kind === 'reminder') await this.mails.remind(manager, mail, sender);
    else await this.mails.send(manager, mail, sender, askerId);
    return true;
  }

  /** A link for the account to connect a provider; it replaces earlier ones. */
  private async newLink(manager: EntityManager, userId: string, providerName: string): Promise<string> {
    await this.endLinks(manager, userId, providerName);
    const path = toPath(providerName);
    const expirationTime = now() + requestLifetime;
    const { id } = await this.restrictedTokens.issue(manager, userId, { paths: [path], expirationTime });
    return `${this.settings.baseUrl}${path}/authorize?restricted_token=${id}`;
  }

  private endLinks(manager: EntityManager, userId: string, providerName: string): Promise<void> {
    return this.restrictedTokens.revoke(manager, userId, [toPath(providerName)]);
  }
}

/** URL where a person connects a provider. */
const toPath = (providerName: string): string => `/v1/oauth/${encodeURIComponent(providerName)}`;

function chooseKind(
  { dataSources, permissions }: PatientEntity,
  { providerName }: ConnectionRequest,
): ConnectionMailKind {
  const isLost = dataSources?.some(
    (source) => source.providerName === providerName && source.state === 'pendingReconnect',
  );
  if (isLost) return 'reconnect';
  return permissions.includes('custodian') ? 'custodial' : 'request';
}
