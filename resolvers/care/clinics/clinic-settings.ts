import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import { patientCountEvents } from '../../../src/care/clinics/clinic-events';
import { resolvedCountSettings } from '../../../src/care/clinics/settings/patient-limits';
import { RequestContext } from '../../../src/request/request-context';
import {
  fromLimit,
  MembershipRestriction,
  MembershipRestrictionsPayload,
  MrnSettings,
  MrnSettingsPayload,
  PatientCount,
  PatientCountPayload,
  PatientCountSettings,
  PatientCountSettingsPayload,
  RefreshPatientCountInput,
  toCountSettings,
  toPatientCount,
  UpdateClinicTierInput,
  UpdateMembershipRestrictionsInput,
  UpdateMrnSettingsInput,
  UpdatePatientCountSettingsInput,
  UpdateSuppressedNotificationsInput,
} from './clinic-settings.types';
import { Clinic, ClinicPayload, toClinic } from './clinics.types';
import {
  EhrSettings,
  EhrSettingsPayload,
  fromEhrSettings,
  UpdateEhrSettingsInput,
} from './ehr-settings.types';
import { payloadEdges } from '../../payload-edges';
import { loadClinic } from './clinics';
import { listensTo, Since } from '../../subscribe';

const countPatients = async (context: RequestContext, clinicId: string): Promise<PatientCount> =>
  toPatientCount(await context.load(context.services.patientCounts.ofClinics, clinicId));

/** Settings of clinics. */
@Resolver(() => Clinic)
export class ClinicSettingsResolver {
  @FieldResolver(() => MrnSettings, {
    nullable: true,
    description: 'Rules for medical record numbers; absent until set.',
  })
  mrnSettings(@Root() { entity }: Clinic): MrnSettings | null {
    return entity.mrnSettings;
  }

  @FieldResolver(() => EhrSettings, {
    nullable: true,
    description: 'EHR connection of the clinic; absent until set.',
  })
  ehrSettings(@Root() { entity }: Clinic): EhrSettings | null {
    return entity.ehrSettings;
  }

  @FieldResolver(() => PatientCountSettings, {
    description: 'The patient limits that currently apply to the clinic.',
  })
  patientCountSettings(@Root() { entity }: Clinic): PatientCountSettings {
    return toCountSettings(resolvedCountSettings(entity));
  }

  @FieldResolver(() => [MembershipRestriction], {
    description: 'Restrictions on who may join the clinic; an empty list allows anyone.',
  })
  membershipRestrictions(@Root() { entity }: Clinic): MembershipRestriction[] {
    return entity.membershipRestrictions ?? [];
  }

  @FieldResolver(() => PatientCount, { description: 'Number of patients.' })
  patientCount(@Root() { id }: Clinic, @Ctx() context: RequestContext): Promise<PatientCount> {
    return countPatients(context, id);
  }

  @Mutation(() => ClinicPayload, { description: 'Sets the service tier of a clinic. For trusted servers.' })
  async updateClinicTier(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tier }: UpdateClinicTierInput,
  ): Promise<ClinicPayload> {
    return { clinic: toClinic(await services.clinicSettings.setTier(clinicId, tier)) };
  }

  @Mutation(() => ClinicPayload, { description: 'Sets which mails a clinic does not want.' })
  async updateSuppressedNotifications(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, patientClinicInvitation }: UpdateSuppressedNotificationsInput,
  ): Promise<ClinicPayload> {
    const clinic = await services.clinicSettings.changeSuppressedNotifications(clinicId, {
      patientClinicInvitation,
    });
    return { clinic: toClinic(clinic) };
  }

  @Mutation(() => MembershipRestrictionsPayload, {
    description: 'Sets who may join a clinic. For trusted servers.',
  })
  async updateMembershipRestrictions(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, restrictions }: UpdateMembershipRestrictionsInput,
  ): Promise<MembershipRestrictionsPayload> {
    const wanted = restrictions.map(({ emailDomain, requiredIdp }) => ({
      emailDomain,
      ...(requiredIdp != null && { requiredIdp }),
    }));
    const clinic = await services.clinicSettings.setMembershipRestrictions(clinicId, wanted);
    return { clinicId, restrictions: clinic.membershipRestrictions ?? [] };
  }

  @Mutation(() => MrnSettingsPayload, {
    description:
      'Sets the rules for medical record numbers of a clinic. Existing numbers that break a new rule stay until the patient is changed. For trusted servers.',
  })
  async updateMrnSettings(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, required, unique }: UpdateMrnSettingsInput,
  ): Promise<MrnSettingsPayload> {
    await services.clinicSettings.setMrnSettings(clinicId, { required, unique });
    return { clinicId, settings: { required, unique } };
  }

  @Mutation(() => EhrSettingsPayload, {
    description: 'Sets the EHR connection of a clinic. For trusted servers.',
  })
  async updateEhrSettings(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, ...settings }: UpdateEhrSettingsInput,
  ): Promise<EhrSettingsPayload> {
    const clinic = await services.clinicSettings.changeEhrSettings(clinicId, fromEhrSettings(settings));
    return { clinicId, settings: clinic.ehrSettings as EhrSettings };
  }

  @Mutation(() => PatientCountSettingsPayload, {
    description:
      'Changes the patient limits of a clinic. They apply to the free tier in the United States and are stored for others. For trusted servers.',
  })
  async updatePatientCountSettings(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, hardLimit, softLimit }: UpdatePatientCountSettingsInput,
  ): Promise<PatientCountSettingsPayload> {
    const settings = await services.clinicSettings.changePatientCountSettings(clinicId, {
      hardLimit: hardLimit && fromLimit(hardLimit),
      softLimit: softLimit && fromLimit(softLimit),
    });
    return { clinicId, settings: toCountSettings(settings) };
  }

  @Mutation(() => PatientCountPayload, {
    description: 'Recounts the patients of a clinic. For trusted servers.',
  })
  async refreshPatientCount(
    @Ctx() context: RequestContext,
    @Arg('input') { clinicId }: RefreshPatientCountInput,
  ): Promise<PatientCountPayload> {
    await context.services.patientCounts.refresh(clinicId);
    return { clinicId, patientCount: await countPatients(context, clinicId) };
  }

  @Subscription(() => PatientCount, {
    description:
      'Emits the number of patients of a clinic when patients join or leave, or when their data sources change.',
    subscribe: listensTo(({ clinicId }: { clinicId: string }) => patientCountEvents(clinicId)),
  })
  patientCountChanged(
    @Root() { clinicId }: { clinicId: string },
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) _clinicId: string,
    @Since() _since?: string,
  ): Promise<PatientCount> {
    return countPatients(context, clinicId);
  }
}

const changedClinic = {
  clinic: {
    type: () => Clinic,
    description: 'The clinic after the change.',
    load: ({ clinicId }: { clinicId: string }, context: RequestContext) => loadClinic(context, clinicId),
  },
};

/** The clinics of changed settings. */
export const changedClinicEdges = [
  payloadEdges(MembershipRestrictionsPayload, changedClinic),
  payloadEdges(MrnSettingsPayload, changedClinic),
  payloadEdges(EhrSettingsPayload, changedClinic),
  payloadEdges(PatientCountSettingsPayload, changedClinic),
  payloadEdges(PatientCountPayload, changedClinic),
];
