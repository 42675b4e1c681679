import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { cliniciansOrder, type CreatedRange } from '../../../src/care/clinics/people/clinician-lists';
import type { Place } from '../../../src/care/clinics/people/clinician.service';
import { patientsByName, type PatientSearch } from '../../../src/care/patients/patient-directory.service';
import type { PatientRecord } from '../../../src/care/patients/patient-records';
import type { ClinicianEntity } from '../../../src/care/clinics/people/clinician.entity';
import { listItems, newestFirst } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import { changedAccount } from '../../identity/auth/accounts';
import { ChangedAccountPayload, User } from '../../identity/auth/accounts.types';
import {
  AllCliniciansArguments,
  FindPatientsArguments,
  RelationArguments,
  RemoveClinicUserInput,
  UpdateClinicUserInput,
} from './clinic-relations.types';
import { Clinician, ClinicianConnection, toClinician } from '../clinics/clinicians.types';
import { ClinicsResolver, findClinic, type WholeClinic } from '../clinics/clinics';
import { toClinic } from '../clinics/clinics.types';
import { noteShown } from '../messages/note-shown';
import { globalId } from '../../global-id';
import { keyedPage, pageComplexity } from '../../paging';
import { removedAll, RemovedAllPayload } from '../../removed-payload';
import { PatientConnection, toPatient } from './patients.types';
import { withSummaries, type PatientWithSummary } from './patients-with-summaries';

/** A clinician and the clinic. */
export interface ClinicianOfClinic {
  clinician: Clinician;
  clinic: WholeClinic;
}

/** A patient and the clinic. */
export interface PatientOfClinic {
  patient: PatientWithSummary;
  clinic: WholeClinic;
}

/** Adds the clinic to each item. Items of clinics deleted in the meantime are omitted. */
async function withClinics<Found, Shown>(
  context: RequestContext,
  found: readonly Found[],
  clinicIdOf: (found: Found) => string,
  show: (found: Found, clinic: WholeClinic) => Shown,
): Promise<Shown[]> {
  const shown = found.map(async (each) => {
    const clinic = await findClinic(context, clinicIdOf(each));
    return clinic && show(each, await ClinicsResolver.whole(context, toClinic(clinic)));
  });
  return (await Promise.all(shown)).filter((each) => each !== null);
}

const clinicians = (
  context: RequestContext,
  found: readonly ClinicianEntity[],
): Promise<ClinicianOfClinic[]> =>
  withClinics(
    context,
    found,
    ({ clinicId }) => clinicId,
    (entity, clinic) => ({ clinician: toClinician(entity), clinic }),
  );

/** Patients with their clinics; logs access to everyone in the result. */
async function patients(
  context: RequestContext,
  field: string,
  found: readonly PatientRecord[],
): Promise<PatientOfClinic[]> {
  await noteShown(
    context,
    field,
    found.map(({ patient }) => patient),
  );
  return withClinics(
    context,
    await withSummaries(context, found),
    ({ clinicId }) => clinicId,
    (patient, clinic) => ({ patient, clinic }),
  );
}

/** Clinics where accounts work or are patients. */
@Resolver(() => User)
export class ClinicRelationsResolver {
  @FieldResolver(() => ClinicianConnection, {
    description: 'The account’s memberships in clinics, newest first.',
    complexity: pageComplexity,
  })
  clinics(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @Args(() => RelationArguments) paging: RelationArguments,
  ): Promise<ClinicianConnection> {
    return keyedPage(
      { field: 'User.clinics', of: id, order: newestFirst, counts: true },
      paging,
      (part) => context.load(context.services.clinicians.memberships, { userId: id, ...part }),
      toClinician,
    );
  }

  /** `clinics` without pagination. */
  static async listClinics(
    context: RequestContext,
    userId: string,
    place: Place,
  ): Promise<ClinicianOfClinic[]> {
    const [found = []] = await context.services.clinicians.memberships([{ userId, ...place }]);
    return clinicians(context, listItems(found));
  }

  @FieldResolver(() => PatientConnection, {
    description: 'The account’s patient records in clinics, by name.',
    complexity: pageComplexity,
  })
  clinicRecords(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @Args(() => RelationArguments) paging: RelationArguments,
  ): Promise<PatientConnection> {
    return keyedPage(
      { field: 'User.clinicRecords', of: id, order: patientsByName, counts: true },
      paging,
      (part) => context.load(context.services.patientDirectory.ofAccounts, { userId: id, ...part }),
      toPatient,
    );
  }

  /** `clinicRecords` without pagination. */
  static async listRecords(
    context: RequestContext,
    userId: string,
    place: Place,
  ): Promise<PatientOfClinic[]> {
    const [found = []] = await context.services.patientDirectory.ofAccounts([{ userId, ...place }]);
    return patients(context, 'User.clinicRecords', listItems(found));
  }

  @Query(() => ClinicianConnection, {
    description: 'Clinicians of all clinics, in order of creation. For trusted servers.',
    complexity: pageComplexity,
  })
  allClinicians(
    @Ctx() { services }: RequestContext,
    @Args(() => AllCliniciansArguments) { first, after, last, before, ...range }: AllCliniciansArguments,
  ): Promise<ClinicianConnection> {
    return keyedPage(
      { field: 'Query.allClinicians', order: cliniciansOrder, counts: true },
      { first, after, last, before },
      (part) => services.clinicians.all(range, part),
      toClinician,
    );
  }

  /** `allClinicians` without pagination. */
  static async everybody(
    context: RequestContext,
    range: CreatedRange,
    place: Place,
  ): Promise<ClinicianOfClinic[]> {
    return clinicians(context, listItems(await context.services.clinicians.all(range, place)));
  }

  @Query(() => PatientConnection, {
    description: 'Patients of all clinics that the caller works in, by name.',
    complexity: pageComplexity,
  })
  findPatients(
    @Ctx() { services, callerId }: RequestContext,
    @Args(() => FindPatientsArguments) { first, after, last, before, ...search }: FindPatientsArguments,
  ): Promise<PatientConnection> {
    return keyedPage(
      { field: 'Query.findPatients', of: callerId, order: patientsByName, counts: true },
      { first, after, last, before },
      (part) => services.patientDirectory.search(callerId, search, part),
      toPatient,
    );
  }

  /** `findPatients` without pagination. */
  static async search(
    context: RequestContext,
    search: PatientSearch,
    place: Place,
  ): Promise<PatientOfClinic[]> {
    return patients(
      context,
      'Query.findPatients',
      listItems(await context.services.patientDirectory.search(context.callerId, search, place)),
    );
  }

  @Mutation(() => ChangedAccountPayload, {
    description: 'Updates the address of an account in all of its clinics. For trusted servers.',
  })
  async updateClinicUser(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, email }: UpdateClinicUserInput,
  ): Promise<ChangedAccountPayload> {
    if (email !== undefined) await services.userClinics.changeAddress(userId, email);
    return changedAccount(userId);
  }

  @Mutation(() => RemovedAllPayload, {
    description:
      'Removes an account from all clinics, as patient and as clinician. The ids are those of its own records; a clinic without another administrator also loses those patients whose accounts it does not manage. For trusted servers.',
  })
  async removeClinicUser(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: RemoveClinicUserInput,
  ): Promise<RemovedAllPayload> {
    const { clinicIds, members } = await services.userClinics.remove(userId);
    return removedAll([
      ...clinicIds.map((clinicId) => globalId('Patient', [clinicId, userId])),
      ...members.map(({ clinicId, id }) => globalId('Clinician', [clinicId, id])),
    ]);
  }
}
