import type { Services } from '../services';
import type { DemoPerson, DemoTherapy } from './person';

/** Details of the demo clinic. */
const clinic = {
  name: 'Demo Clinic',
  address: '1 Harbor Street',
  city: 'Springfield',
  state: 'VT',
  postalCode: '05156',
  country: 'US',
  clinicType: 'provider_practice',
  clinicSize: '0-249',
  website: 'https://demo.glycograph.example',
  preferredBgUnits: 'mg/dL',
  timezone: 'America/New_York',
};

const tagOfTherapy: Record<DemoTherapy, string> = {
  'closed-loop': 'Closed loop',
  pump: 'Pump',
  injections: 'Injections',
};

const sites = ['Harbor Street', 'Hill Road'];

/** The demo clinic: the staff works there, everyone else is a patient. */
export class DemoClinic {
  constructor(
    private readonly services: Services,
    /** Its id. */
    readonly id: string,
  ) {}

  /** The clinic of the staff; an interrupted earlier run may have created it. */
  static async open(
    services: Services,
    [adminId = '', ...memberIds]: readonly string[],
  ): Promise<DemoClinic> {
    const { clinicians, clinics } = services;
    const [[place] = []] = await clinicians.memberships([{ userId: adminId, size: 1 }]);
    const id = place?.item?.clinicId ?? (await clinics.create(clinic, adminId)).id;
    const demo = new DemoClinic(services, id);
    for (const userId of memberIds) await demo.addMember(userId);
    return demo;
  }

  private async addMember(userId: string): Promise<void> {
    const { clinicians, accounts, metadata } = this.services;
    const [known] = await clinicians.findMany([{ clinicId: this.id, userId }]);
    if (known) return;
    const [[user], [name]] = await Promise.all([
      accounts.findMany([userId]),
      metadata.displayNames([userId]),
    ]);
    const email = user?.email ?? null;
    await clinicians.create(this.id, { userId, email, name, roles: ['CLINIC_MEMBER'] });
  }

  /** Makes a person a patient, unless they are one, with a tag for the therapy and one of the sites. */
  async addPatient(userId: string, { therapy, diagnosisType, key }: DemoPerson): Promise<void> {
    const { patients, patientDirectory } = this.services;
    const place = { clinicId: this.id, userId };
    if (await patientDirectory.find(place)) return;
    const site = sites[key.length % sites.length] ?? '';
    await patients.add(place, {
      permissions: ['view', 'note'],
      diagnosisType,
      tagIds: [await this.labelId('patientTags', tagOfTherapy[therapy])],
      siteIds: [await this.labelId('sites', site)],
    });
  }

  private async labelId(kind: 'patientTags' | 'sites', name: string): Promise<string> {
    const service = this.services[kind];
    const [labels = []] = await service.ofClinics([this.id]);
    const known = labels.find((label) => label.name === name);
    return (known ?? (await service.create(this.id, name))).id;
  }
}
