import type { EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { badInput } from '../../../platform/errors';
import {
  ClinicEntity,
  type MembershipRestriction,
  type MrnSettings,
  type PatientCountSettings,
  type PatientLimit,
  type SuppressedNotifications,
} from '../clinic.entity';
import { lockClinic } from '../lock-clinic';
import { resolvedCountSettings } from '../patients/patient-rules';
import type { HealthRecordExchange } from '../ports';
import type { Tier } from '../tier';
import { checkedEhrSettings, type EhrSettings } from './ehr-settings';

const refusal = (pointer: string, detail: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

function assertLimit(name: string, limit: PatientLimit | undefined): void {
  if (!limit) return;
  const { plan, startTime = -Infinity, endTime = Infinity } = limit;
  if (plan < 0) throw refusal(`/input/${name}/plan`, '"plan" must not be less than 0.');
  if (startTime > endTime)
    throw refusal(`/input/${name}/endDate`, '"endDate" must not be before "startDate".');
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  healthRecordExchange: HealthRecordExchange;
}

/** Settings of a clinic. Each replaces the previous one. */
export class ClinicSettingsService {
  constructor(private readonly parts: Parts) {}

  /** Sets the service tier of a clinic. Throws when the clinic does not exist, as all of these methods do. */
  setTier(clinicId: string, tier: Tier): Promise<ClinicEntity> {
    return this.set(clinicId, { tier });
  }

  /** Sets the mails that the clinic does not want. */
  setSuppressedNotifications(clinicId: string, suppressed: SuppressedNotifications): Promise<ClinicEntity> {
    return this.set(clinicId, { suppressedNotifications: suppressed });
  }

  /** Sets who may join the clinic; an empty list lets everyone join. Throws when a domain is empty. */
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

  /** Sets the rules for medical record numbers. They apply to later changes of patients. */
  setMrnSettings(clinicId: string, mrnSettings: MrnSettings): Promise<ClinicEntity> {
    return this.set(clinicId, { mrnSettings });
  }

  /** Sets the connection to a health record system. Throws when the settings are incomplete. */
  setEhrSettings(clinicId: string, given: EhrSettings): Promise<ClinicEntity> {
    const ehrSettings = checkedEhrSettings(given);
    const { enabled: ehrEnabled, sourceId: ehrSourceId } = ehrSettings;
    return this.set(clinicId, { ehrSettings, ehrEnabled, ehrSourceId }, (manager) =>
      this.parts.healthRecordExchange.connectionChanged(manager, clinicId, ehrSettings),
    );
  }

  /** Sets the patient limits of the clinic. Throws when a limit is negative or ends before it begins. */
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
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, id);
      const set = { ...change, updatedTime: now() };
      await manager.update(ClinicEntity, { id }, set);
      await following?.(manager);
      return Object.assign(clinic, set);
    });
  }
}
