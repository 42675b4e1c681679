import type { AccountRole } from '../accounts/account-role';
import { now } from '../clock';
import type { Database } from '../database/database';
import type { Services } from '../services';
import { DemoClinic } from './clinic';
import type { DemoDevice } from './data-sets';
import { demoPeople, demoStaff } from './people';
import type { DemoPerson, DemoStaffMember } from './person';
import { demoRecords } from './records';

/** Password of all demo accounts. */
export const demoPassword = 'demo-password';

const days = 90;
const seed = 'demo';
/** Each page of an index is written once for the many records of an upload that go into it. */
const batchSize = 10_000;
const dayMs = 86_400_000;

/** What was loaded, for the greeting. */
export interface DemoSummary {
  people: number;
  records: number;
}

/** Loads the demo clinic: staff, people who share their data with them, and three months of data each. */
export class DemoLoader {
  constructor(
    private readonly database: Database,
    private readonly services: Services,
    private readonly onProgress: (peopleDone: number) => void,
  ) {}

  /** True when an earlier run has loaded everything. */
  async isLoaded(): Promise<boolean> {
    const last = demoPeople.at(-1);
    const user = last ? await this.services.accounts.findByEmail(last.email) : null;
    if (!user) return false;
    const [page] = await this.services.records.pages([{ userId: user.id, filter: {}, size: 1 }]);
    return (page?.records.length ?? 0) > 0;
  }

  async load(): Promise<DemoSummary> {
    const staffIds = await Promise.all(demoStaff.map((member) => this.addStaff(member)));
    const clinic = await DemoClinic.open(this.services, staffIds);
    let records = 0;
    let done = 0;
    this.onProgress(0);
    for (const person of demoPeople) {
      const userId = await this.addPerson(person, staffIds);
      await clinic.addPatient(userId, person);
      for await (const stored of this.uploads(person, userId)) {
        records += stored;
        // The event loop gets its turn, so that the bar is drawn and a signal is heard.
        await new Promise((resolve) => setImmediate(resolve));
      }
      this.onProgress((done += 1));
    }
    return { people: demoPeople.length, records };
  }

  private addStaff({ email, fullName }: DemoStaffMember): Promise<string> {
    return this.addAccount(email, 'clinician', { fullName, clinic: { role: 'clinic_manager' } });
  }

  private async addPerson(person: DemoPerson, staffIds: readonly string[]): Promise<string> {
    const { birthday, diagnosisDate, diagnosisType, timezone } = person;
    const patient = { birthday, diagnosisDate, diagnosisType, targetTimezone: timezone };
    const userId = await this.addAccount(person.email, 'patient', { fullName: person.fullName, patient });
    await this.database.transaction(async (manager) => {
      for (const staffId of staffIds)
        await this.services.sharing.grant(manager, userId, staffId, ['view', 'note']);
    });
    return userId;
  }

  /** The account of this address; an earlier run that was cut short may have opened it already. */
  private async addAccount(
    email: string,
    role: AccountRole,
    profile: Record<string, unknown>,
  ): Promise<string> {
    const { accounts, metadata } = this.services;
    const existing = await accounts.findByEmail(email);
    if (existing) return existing.id;
    const user = await accounts.prepare({
      username: email,
      emails: [email],
      password: demoPassword,
      roles: [role],
    });
    const verified = Object.assign(user, { emailVerified: true, termsAcceptedTime: now() });
    await this.database.transaction((manager) => accounts.insert(manager, verified));
    await metadata.patch(user.id, 'profile', profile);
    return user.id;
  }

  private async *uploads(person: DemoPerson, userId: string): AsyncGenerator<number> {
    const midnight = Math.floor(now() / dayMs) * dayMs;
    const uploadIds = new Map<DemoDevice, string>();
    for (const { device, dataSet, records } of demoRecords(person, {
      from: new Date(midnight - days * dayMs),
      days,
      seed,
      batchSize,
    })) {
      const uploadId = uploadIds.get(device) ?? (await this.dataSetOf(userId, dataSet));
      uploadIds.set(device, uploadId);
      yield await this.services.uploads.upload(uploadId, () => Promise.resolve(records));
    }
  }

  private async dataSetOf(
    userId: string,
    body: { client: { name: string }; deviceId: string },
  ): Promise<string> {
    const filter = { clientName: body.client.name, deviceId: body.deviceId };
    const [[existing] = []] = await this.services.dataSets.lists([{ userId, filter, offset: 0, size: 1 }]);
    if (existing) return existing.uploadId;
    const actor = { userId, isServer: false, provenance: { client: 'demo' } };
    return (await this.services.dataSets.create(userId, body, actor)).uploadId;
  }
}
