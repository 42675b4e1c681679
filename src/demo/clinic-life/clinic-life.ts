import { checkAlertsConfig } from '../../care/alerts/alerts-config';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { ApiError } from '../../platform/errors';
import { integrityHash } from '../../care/prescriptions/integrity';
import type { Services } from '../../services';
import type { DemoAccounts } from '../demo-accounts';
import { demoEmail } from '../person';
import { noteThreads, type NoteAuthor, type NoteThread } from './notes';
import { careFacts, followedByDoctor, followers, newcomers, reviewed, unclaimedPeople } from './people';
import { demoPrescriptions } from './prescriptions';
import { recordsSystem, reportedPatients, reportOrder } from './records-system';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The accounts and the clinic of the demo. */
export interface LifeSetting {
  clinicId: string;
  doctorId: string;
  nurseId: string;
  /** Accounts of the patients by their keys. */
  patientIds: ReadonlyMap<string, string>;
  /** Start of today, milliseconds since the epoch. */
  midnight: number;
}

const familyAlerts = {
  urgentLow: { enabled: true, threshold: { value: 55, units: 'mg/dL' } },
  low: { enabled: true, threshold: { value: 70, units: 'mg/dL' }, delay: 15, repeat: 30 },
  high: { enabled: true, threshold: { value: 250, units: 'mg/dL' }, delay: 60, repeat: 120 },
  noCommunication: { enabled: true, delay: 60 },
};

/**
 * Events of a clinic other than device data: messages, invitations, targets, reviews, prescriptions, relatives with
 * alerts. All are created through the services, as if by people. Whatever an earlier run has created is skipped.
 */
export class ClinicLife {
  constructor(
    private readonly database: Database,
    private readonly services: Services,
    private readonly accounts: DemoAccounts,
    private readonly setting: LifeSetting,
  ) {}

  /** Creates all events. The patients must exist. */
  async begin(): Promise<void> {
    await this.prescribe();
    await this.knowPatients();
    for (const thread of noteThreads) await this.write(thread);
    await this.invite();
    for (const person of unclaimedPeople) await this.openAccount(person);
    for (const follower of followers) await this.follow(follower);
    for (const key of followedByDoctor) await this.followAsDoctor(this.patient(key));
  }

  private async prescribe(): Promise<void> {
    const { clinicians, prescriptionDirectory, prescriptions } = this.services;
    const { clinicId, doctorId } = this.setting;
    const [[known] = []] = await prescriptionDirectory.pages([{ clinicId, filter: {}, size: 1 }]);
    if (known) return;
    const doctor = { clinicId, userId: doctorId };
    const [member] = await clinicians.findMany([doctor]);
    const roles = ['CLINIC_ADMIN' as const, 'PRESCRIBER' as const];
    await clinicians.update(doctor, { roles, name: member?.name ?? undefined }, { userId: null });
    for (const attributes of demoPrescriptions)
      await prescriptions.create(clinicId, doctorId, { attributes, revisionHash: integrityHash(attributes) });
  }

  private async knowPatients(): Promise<void> {
    const { patients, patientCare } = this.services;
    const { clinicId, doctorId } = this.setting;
    for (const [key, facts] of Object.entries(careFacts)) {
      const ranges = 'preset' in facts && {
        glycemicRanges: { type: 'preset' as const, preset: facts.preset },
      };
      await patients.update({ clinicId, userId: this.patient(key) }, { mrn: facts.mrn, ...ranges }, []);
    }
    for (const key of reviewed) await patientCare.review({ clinicId, userId: this.patient(key) }, doctorId);
  }

  private async write({ about, daysAgo, minute, author, text, replies }: NoteThread): Promise<void> {
    const { messages } = this.services;
    const userId = this.patient(about);
    const time = this.setting.midnight - daysAgo * dayMs + minute * minuteMs;
    const content = (part: number, words: string) => ({
      guid: `demo/${about}/${daysAgo}/${part}`,
      timestamp: new Date(time + part * 90 * minuteMs).toISOString(),
      text: words,
    });
    const note = await messages.send(userId, this.author(author, userId), content(0, text));
    for (const [index, reply] of replies.entries())
      await messages.reply(note.id, this.author(reply.author, userId), content(index + 1, reply.text));
  }

  private author(author: NoteAuthor, patientId: string): string {
    const { doctorId, nurseId } = this.setting;
    return { doctor: doctorId, nurse: nurseId, patient: patientId }[author];
  }

  /** Invitations of every kind, all unanswered. */
  private async invite(): Promise<void> {
    const { clinicianInvites, patientInvites, invitations, clinics } = this.services;
    const { clinicId, doctorId } = this.setting;
    const colleague = { email: demoEmail('amara.okafor'), roles: ['CLINIC_MEMBER' as const] };
    await unlessThere(() => clinicianInvites.invite(clinicId, colleague, doctorId));

    const [clinic] = await clinics.findMany([clinicId]);
    const permissions = ['view' as const, 'note' as const, 'upload' as const];
    for (const { email, fullName, birthday } of newcomers) {
      const userId = await this.accounts.open(email, 'patient', { fullName, patient: { birthday } });
      if (clinic)
        await unlessThere(() =>
          patientInvites.send(userId, { shareCode: clinic.shareCode, permissions }, userId),
        );
    }
    const people = [
      { from: 'amelie.dubois', to: 'etienne.dubois', permissions: ['view' as const] },
      { from: 'kofi.mensah', to: 'amelie.dubois', permissions: ['view' as const, 'follow' as const] },
    ];
    for (const { from, to, permissions: wanted } of people) {
      const inviterId = this.patient(from);
      const wish = { email: demoEmail(to), permissions: wanted };
      await unlessThere(() => invitations.send(inviterId, wish, inviterId));
    }
  }

  /** A patient with an account created by the clinic, who never started. */
  private async openAccount(person: (typeof unclaimedPeople)[number]): Promise<void> {
    const { patients } = this.services;
    const { clinicId, doctorId } = this.setting;
    await unlessThere(() => patients.create(clinicId, { ...person, diagnosisType: 'type1' }, doctorId));
  }

  private async follow({ email, fullName, follows }: (typeof followers)[number]): Promise<void> {
    const { sharing, alerts } = this.services;
    const followerId = await this.accounts.open(email, 'patient', { fullName });
    const followedId = this.patient(follows);
    await this.database.transaction((manager) =>
      sharing.grant(manager, followedId, followerId, ['view', 'follow']),
    );
    await alerts.upsert({ followedId, followerId }, checkAlertsConfig(familyAlerts));
  }

  private async followAsDoctor(followedId: string): Promise<void> {
    const { sharing, alerts } = this.services;
    const { doctorId: followerId } = this.setting;
    await this.database.transaction((manager) =>
      sharing.grant(manager, followedId, followerId, ['view', 'note', 'follow']),
    );
    await alerts.upsert({ followedId, followerId }, checkAlertsConfig(familyAlerts));
  }

  /** Connects the clinic to a health record system, whose orders turn reports on. The data must exist. */
  async report(): Promise<void> {
    const { clinics, clinicSettings, ehrMessages } = this.services;
    const { clinicId } = this.setting;
    const [clinic] = await clinics.findMany([clinicId]);
    if (clinic?.ehrSettings) return;
    for (const patient of reportedPatients) await ehrMessages.receive(reportOrder(patient, now()));
    await clinicSettings.changeEhrSettings(clinicId, recordsSystem);
  }

  private patient(key: string): string {
    const userId = this.setting.patientIds.get(key);
    if (userId === undefined) throw new Error(`The demo has no patient "${key}".`);
    return userId;
  }
}

/** Ignores conflicts, which mean that an earlier run has done it. */
async function unlessThere(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
  }
}
