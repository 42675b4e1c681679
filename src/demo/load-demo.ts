import { now } from '../platform/clock';
import type { Database } from '../platform/database/database';
import type { Services } from '../services';
import { DemoClinic } from './clinic';
import { ClinicLife, type LifeSetting } from './clinic-life/clinic-life';
import { livePeople, stoppedPeople } from './clinic-life/people';
import { DemoAccounts } from './demo-accounts';
import { DemoUploads } from './demo-uploads';
import { liveSpan, uploadLow } from './live-sensor';
import { demoPeople, demoStaff } from './people';
import type { DemoPerson, DemoStaffMember } from './person';
import type { DemoOptions } from './records';

const fullLength = 90;
const seed = 'demo';

/** Increase it with every addition to the demo, so that databases of earlier releases get it too. */
const edition = 2;
/** Where the version is stored, in the preferences of the doctor. */
const editionName = 'demoEdition';

/** Size of an upload: large, so that each index page is written once for many records. */
const batchSize = 10_000;
const dayMs = 86_400_000;

/** Counts for the greeting. */
export interface DemoSummary {
  people: number;
  records: number;
}

/** A number of days of data that end at an instant. */
const toOptions = (days: number, end: number): DemoOptions => ({
  ...{ from: new Date(end - days * dayMs), days },
  ...{ seed, batchSize },
});

/** Scope of the demo. */
interface DemoExtent {
  /** People whose data is loaded; by default everyone. */
  people?: readonly DemoPerson[];
  /** Number of days of data. */
  days?: number;
}

/** Loads the demo clinic: staff, patients, and three months of data for each. */
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

  /** Progress of earlier runs: `nothing` includes interrupted ones, `earlier` is the demo of an earlier release. */
  async state(): Promise<'nothing' | 'earlier' | 'loaded'> {
    const last = demoPeople.at(-1);
    const user = last ? await this.services.accounts.findByEmail(last.email) : null;
    if (!user || !(await this.hasData(user.id))) return 'nothing';
    const preferences = await this.services.metadata.read(await this.doctorId(), 'preferences');
    return preferences[editionName] === edition ? 'loaded' : 'earlier';
  }

  /** Loads what is missing: everything, or the additions since an earlier release. */
  async load({ people: wanted = demoPeople, days = fullLength }: DemoExtent = {}): Promise<DemoSummary> {
    const state = await this.state();
    this.onProgress(0);
    const { patientIds, midnight, doctorId, life } = await this.openClinic();
    let records = 0;
    const upload = async (person: DemoPerson, length: number, end: number) => {
      const userId = patientIds.get(person.key) ?? '';
      const isThere = state === 'earlier' && (await this.hasData(userId));
      records += isThere
        ? await this.uploads.uploadPumpSettings(person, userId, toOptions(length, end))
        : await this.upload(person, userId, toOptions(length, end));
    };
    for (const { person, days: length, endedDaysAgo } of stoppedPeople)
      await upload(person, length, midnight - endedDaysAgo * dayMs);
    for (const [index, person] of wanted.entries()) {
      await upload(person, days, midnight);
      this.onProgress(index + 1);
    }
    await life.report();
    await this.services.metadata.patch(doctorId, 'preferences', { [editionName]: edition });
    return { people: patientIds.size, records };
  }

  /**
   * Continues the sensors of some people until now and into a low, so that their followers are notified. Runs at each
   * start of the demo.
   */
  async goOn(): Promise<void> {
    for (const person of demoPeople.filter(({ key }) => livePeople.includes(key))) {
      const user = await this.services.accounts.findByEmail(person.email);
      if (user) await uploadLow(this.uploads, person, user.id);
    }
  }

  /** Everything except device data: staff, patients, and events between them. */
  async openClinic(): Promise<LifeSetting & { life: ClinicLife }> {
    // Early in a day the data ends a day before: live readings must not fall among those of the last evening.
    const midnight = Math.floor((now() - liveSpan) / dayMs) * dayMs;
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
    const life = new ClinicLife(this.database, this.services, this.accounts, setting);
    await life.begin();
    return { ...setting, life };
  }

  private async doctorId(): Promise<string> {
    const [doctor] = demoStaff;
    const user = doctor ? await this.services.accounts.findByEmail(doctor.email) : null;
    return user?.id ?? '';
  }

  private async hasData(userId: string): Promise<boolean> {
    const [page] = await this.services.records.pages([{ userId, filter: {}, size: 1 }]);
    return (page?.records.length ?? 0) > 0;
  }

  /** Uploads the data of a person; resolves to the number of records. */
  private async upload(person: DemoPerson, userId: string, options: DemoOptions): Promise<number> {
    let records = 0;
    for await (const stored of this.uploads.upload(person, userId, options)) {
      records += stored;
      // Yields to the event loop, so that the progress bar is drawn and signals are handled.
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
