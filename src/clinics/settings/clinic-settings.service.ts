import type { EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import { badInput } from '../../errors';
import {
  ClinicEntity,
  type MembershipRestriction,
  type MrnSettings,
  type PatientCountSettings,
  type PatientLimit,
  type SuppressedNotifications,
} from '../clinic.entity';
import type { SyncTasksService } from '../ehr/sync-tasks.service';
import { lockClinic } from '../lock-clinic';
import { resolvedCountSettings } from '../patient-rules';
import type { Tier } from '../tier';
import { checkedEhrSettings, type EhrSettings } from './ehr-settings';

const refusal = (pointer: string, detail: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

function assertLimit(name: string, limit: PatientLimit | undefined): void {
  if (!limit) return;
  const { plan, startTime = -Infinity, endTime = Infinity } = limit;
  if (plan < 0) throw refusal(`/input/${name}/plan`, '"plan" must not be less than 0.');
  if (startTime > endTime)
    throw refusal(`/input/${name}/endDate`, '"endDate" must not lie before "startDate".');
}

/** What is set for a clinic beside what it says about itself. Each setting replaces the one before. */
export class ClinicSettingsService {
  constructor(
    private readonly database: Database,
    private readonly syncTasks: SyncTasksService,
  ) {}

  /** Gives a clinic another service tier. Throws when there is no such clinic, as all of these methods do. */
  setTier(clinicId: string, tier: Tier): Promise<ClinicEntity> {
    return this.set(clinicId, { tier });
  }

  /** Which mails the clinic does not want. */
  setSuppressedNotifications(clinicId: string, suppressed: SuppressedNotifications): Promise<ClinicEntity> {
    return this.set(clinicId, { suppressedNotifications: suppressed });
  }

  /** Who may join the clinic; everybody when there are no restrictions. Throws when a domain is empty. */
  setMembershipRestrictions(
    clinicId: string,
    restrictions: readonly MembershipRestriction[],
  ): Promise<ClinicEntity> {
    const place = restrictions.findIndex(({ emailDomain }) => emailDomain === '');
    if (place >= 0)
      throw refusal(`/input/restrictions/${place}/emailDomain`, '"emailDomain" must not be empty.');
    return this.set(clinicId, {
      membershipRestrictions: restrictions.length > 0 ? [...restrictions] : null,
    });
  }

  /** What holds for medical record numbers from the next change of a patient on. */
  setMrnSettings(clinicId: string, mrnSettings: MrnSettings): Promise<ClinicEntity> {
    return this.set(clinicId, { mrnSettings });
  }

  /** How the clinic is connected to a health record system. Throws when the settings are not whole. */
  setEhrSettings(clinicId: string, given: EhrSettings): Promise<ClinicEntity> {
    const ehrSettings = checkedEhrSettings(given);
    const { enabled: ehrEnabled, sourceId: ehrSourceId } = ehrSettings;
    return this.set(clinicId, { ehrSettings, ehrEnabled, ehrSourceId }, (manager) =>
      this.syncTasks.keep(manager, clinicId, ehrSettings),
    );
  }

  /** How many patients the clinic may have. Throws when a limit is negative or ends before it begins. */
  async setPatientCountSettings(
    clinicId: string,
    settings: PatientCountSettings,
  ): Promise<PatientCountSettings> {
    assertLimit('hardLimit', settings.hardLimit);
    assertLimit('softLimit', settings.softLimit);
    return resolvedCountSettings(await this.set(clinicId, { patientCountSettings: settings }));
  }

  private set(
    id: string,
    change: Partial<ClinicEntity>,
    following?: (manager: EntityManager) => Promise<void>,
  ): Promise<ClinicEntity> {
    return this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, id);
      const set = { ...change, updatedTime: now() };
      await manager.update(ClinicEntity, { id }, set);
      await following?.(manager);
      return Object.assign(clinic, set);
    });
  }
}
