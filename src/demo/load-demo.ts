import { now } from '../clock';
import type { Database } from '../database/database';
import type { Services } from '../services';
import { DemoClinic } from './clinic';
import { ClinicLife, type LifeSetting } from './clinic-life/clinic-life';
import { stoppedPeople } from './clinic-life/people';
import { DemoAccounts } from './demo-accounts';
import { DemoUploads } from './demo-uploads';
import { demoPeople, demoStaff } from './people';
import type { DemoPerson, DemoStaffMember } from './person';

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
  private readonly accounts: DemoAccounts;
  private readonly uploads: DemoUploads;

  constructor(
    private readonly database: Database,
    private readonly services: Services,
    private readonly onProgress: (peopleDone: number) => void,
  ) {
    this.accounts = new DemoAccounts(database, services);
    this.uploads = new DemoUploads(services);
  }

  /** True when an earlier run has loaded everything. */
  async isLoaded(): Promise<boolean> {
    const last = demoPeople.at(-1);
    const user = last ? await this.services.accounts.findByEmail(last.email) : null;
    if (!user) return false;
    const [page] = await this.services.records.pages([{ userId: user.id, filter: {}, size: 1 }]);
    return (page?.records.length ?? 0) > 0;
  }

  async load(): Promise<DemoSummary> {
    this.onProgress(0);
    const { patientIds, midnight } = await this.openClinic();
    let records = 0;
    for (const { person, days: length, endedDaysAgo } of stoppedPeople)
      records += await this.upload(person, patientIds, { length, end: midnight - endedDaysAgo * dayMs });
    for (const [index, person] of demoPeople.entries()) {
      records += await this.upload(person, patientIds, { length: days, end: midnight });
      this.onProgress(index + 1);
    }
    return { people: patientIds.size, records };
  }

  /** Everything but the data of devices: staff, patients, and what happens between them. */
  async openClinic(): Promise<LifeSetting> {
    const midnight = Math.floor(now() / dayMs) * dayMs;
    const staffIds = await Promise.all(demoStaff.map((member) => this.addStaff(member)));
    const clinic = await DemoClinic.open(this.services, staffIds);
    const patientIds = new Map<string, string>();
    for (const person of [...stoppedPeople.map((each) => each.person), ...demoPeople]) {
      const userId = await this.addPerson(person, staffIds);
      await clinic.addPatient(userId, person);
      patientIds.set(person.key, userId);
    }
    const [doctorId = '', nurseId = ''] = staffIds;
    const setting = { clinicId: clinic.id, doctorId, nurseId, patientIds, midnight };
    await new ClinicLife(this.database, this.services, this.accounts, setting).begin();
    return setting;
  }

  /** Uploads so many days of data that end at an instant; resolves to the number of records. */
  private async upload(
    person: DemoPerson,
    patientIds: ReadonlyMap<string, string>,
    { length, end }: { length: number; end: number },
  ): Promise<number> {
    const options = { from: new Date(end - length * dayMs), days: length, seed, batchSize };
    let records = 0;
    for await (const stored of this.uploads.upload(person, patientIds.get(person.key) ?? '', options)) {
      records += stored;
      // The event loop gets its turn, so that the bar is drawn and a signal is heard.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return records;
  }

  private addStaff({ email, fullName }: DemoStaffMember): Promise<string> {
    return this.accounts.open(email, 'clinician', { fullName, clinic: { role: 'clinic_manager' } });
  }

  private async addPerson(person: DemoPerson, staffIds: readonly string[]): Promise<string> {
    const { birthday, diagnosisDate, diagnosisType, timezone } = person;
    const patient = { birthday, diagnosisDate, diagnosisType, targetTimezone: timezone };
    const userId = await this.accounts.open(person.email, 'patient', { fullName: person.fullName, patient });
    await this.database.transaction(async (manager) => {
      for (const staffId of staffIds)
        await this.services.sharing.grant(manager, userId, staffId, ['view', 'note']);
    });
    return userId;
  }
}
