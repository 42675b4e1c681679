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
import type { HealthRecordExchange } from '../ports';
import type { Tier } from '../tier';
import { resolvedCountSettings } from './patient-limits';
import { changedEhrSettings, checkedEhrSettings, type EhrSettingsChange } from './ehr-settings';
import { withoutUndefined } from '../../../platform/without-absent';

const refusal = (pointer: string, detail: string) =>
  badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source: { pointer } }]);

function assertLimit(name: string, limit: PatientLimit | null | undefined): void {
  if (!limit) return;
  const { plan, startTime = -Infinity, endTime = Infinity } = limit;
  if (plan < 0) throw refusal(`/input/${name}/plan`, '"plan" must not be less than 0.');
  if (startTime > endTime)
    throw refusal(`/input/${name}/endDate`, '"endDate" must not be before "startDate".');
}

type Change<Values> = { [Name in keyof Values]: Values[Name] | null | undefined };

/** The values after a change. */
const changed = <Values extends object>(before: Values, change: Change<Values>): Values =>
  Object.fromEntries(
    Object.entries({ ...before, ...withoutUndefined(change) }).filter(([, value]) => value !== null),
  ) as Values;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  healthRecordExchange: HealthRecordExchange;
}

/** Settings of a clinic. In what is changed, absent keeps a value and null removes it. */
export class ClinicSettingsService {
  constructor(private readonly parts: Parts) {}

  /** Sets the service tier of a clinic. Throws when the clinic does not exist, as all of these methods do. */
  setTier(clinicId: string, tier: Tier): Promise<ClinicEntity> {
    return this.set(clinicId, { tier });
  }

  /** Changes which mails the clinic does not want. */
  changeSuppressedNotifications(
    clinicId: string,
    suppressed: Change<SuppressedNotifications>,
  ): Promise<ClinicEntity> {
    return this.set(clinicId, ({ suppressedNotifications }) => ({
      suppressedNotifications: changed(suppressedNotifications ?? {}, suppressed),
    }));
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

  /** Changes the connection to a health record system. Throws when the settings are incomplete. */
  changeEhrSettings(clinicId: string, given: EhrSettingsChange): Promise<ClinicEntity> {
    return this.set(
      clinicId,
      (clinic) => {
        const ehrSettings = checkedEhrSettings(changedEhrSettings(given, clinic.ehrSettings));
        return { ehrSettings, ehrEnabled: ehrSettings.enabled, ehrSourceId: ehrSettings.sourceId };
      },
      (manager, { ehrSettings }) =>
        this.parts.healthRecordExchange.connectionChanged(manager, clinicId, ehrSettings),
    );
  }

  /** Changes the patient limits of the clinic. Throws when a limit is negative or ends before it begins. */
  async changePatientCountSettings(
    clinicId: string,
    { hardLimit, softLimit }: Change<PatientCountSettings>,
  ): Promise<PatientCountSettings> {
    assertLimit('hardLimit', hardLimit);
    assertLimit('softLimit', softLimit);
    return resolvedCountSettings(
      await this.set(clinicId, ({ patientCountSettings }) => ({
        patientCountSettings: changed(patientCountSettings ?? {}, { hardLimit, softLimit }),
      })),
    );
  }

  private set<Change extends Partial<ClinicEntity>>(
    id: string,
    change: Change | ((clinic: ClinicEntity) => Change),
    following?: (manager: EntityManager, change: Change) => Promise<void>,
  ): Promise<ClinicEntity> {
    return this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, id);
      const changes = typeof change === 'function' ? change(clinic) : change;
      const set = { ...changes, updatedTime: now() };
      await manager.update(ClinicEntity, { id }, set);
      await following?.(manager, changes);
      return Object.assign(clinic, set);
    });
  }
}
